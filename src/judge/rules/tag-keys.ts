/** What is wrong with the tagKeys of a call, and which tags they get (§4.3, §4.5.2, §7.3; questions tagKeys.*). */
import { TAG_KEYS } from '../../spec/members.ts';
import { when, type When } from '../../spec/dialect/questions.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import { isArray, type Json } from './json.ts';
import {
  ALLOW,
  option,
  refuse,
  refuseMember,
  type AnyRefusal,
  type RuleFound,
  type KeySet,
  memberChoices,
  type Alternative,
  UNLISTED,
  wrongType,
  ruled,
} from './ruling.ts';
import type { TagItem } from '../../spec/envelope.ts';

/** From here on a list of tagKeys may make the request too large (-9); the document shows no maximum (§8). */
export const MANY_KEYS = 33;
/** From here on a tag key may make the request too large (-9); the document shows no limit (§8). */
export const LONG_KEY = 257;
/** A key of more characters may be refused for its length: conformant backends are known with limits of 16, 32 and 64. */
const SHORT_KEY = 16;

/** More keys, and longer ones, than any limit that a backend is likely to have: the cases that ask for a limit send these. */
export const VERY_MANY_KEYS = 1000;
export const VERY_LONG_KEY = 4000;

/** Blanks, control characters and letters beyond ASCII: what patterns of keys are likely to leave out. */
// oxlint-disable-next-line no-control-regex
const ODD_CHARACTERS: readonly RegExp[] = [/ /, /[\0-\x1f\x7f]/, /[^\0-\x7f]/];
const isOddInEveryWay = (key: string): boolean => ODD_CHARACTERS.every((odd) => odd.test(key));

/** Whether no pattern that a backend may demand of a tag key refuses it: it is an identifier. Its own keys may begin with _. */
const hasPlainCharacters = (key: string, isOwn = true): boolean =>
  isOwn ? /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) : /^[A-Za-z][A-Za-z0-9_]*$/.test(key);

/** Whether a key is short and of plain characters, so that no limit explains its refusal. */
export const isPlainKey = (key: string): boolean => key.length <= SHORT_KEY && hasPlainCharacters(key);

/** The refusal of the list or of an element, with any type. */
const refusedTagKeys = (element?: number): AnyRefusal =>
  refuseMember({ member: TAG_KEYS, ...(element !== undefined && { element }), type: 'any' });

const LIST = { member: TAG_KEYS };
const OMITTED = memberChoices(LIST, 'tagKeys.omitted');
const NULL = memberChoices(LIST, 'tagKeys.null');
const EMPTY_LIST = memberChoices(LIST, 'tagKeys.empty');
const TYPE = wrongType(TAG_KEYS);

/**
 * Rulings on tagKeys: one for the list, one for each failing element. `own` are the keys of the subject's tags; those of a
 * subject that does not exist are none.
 */
export function tagKeysFaults(sent: Json | undefined, own: Fact<KeySet> = UNKNOWN): readonly RuleFound[] {
  const open = '4.3/tag-keys/empty';
  if (sent === undefined) return ruled(open, OMITTED);
  if (sent === null) return ruled(open, NULL);
  if (!isArray(sent)) return ruled('4.3/tag-keys/type', TYPE);
  if (sent.length === 0) return ruled(open, EMPTY_LIST);
  return [...listFaults(sent), ...sent.flatMap((element, index) => elementFaults(element, index, own))];
}

/** How far a request goes: beyond the limits of some backends at most, beyond what counts as large, or beyond every likely limit. */
type RequestExtent = 'some' | 'large' | 'all';

const extentOf = (size: number, large: number, all: number): RequestExtent =>
  size >= all ? 'all' : size >= large ? 'large' : 'some';

type Limit = 'tagKeys.many' | 'tagKeys.long' | 'tagKeys.twice' | 'tagKeys.characters';

/**
 * A limit that is not shown: a request that does not go beyond all likely ones may be answered whatever the backend does
 * to others. The refusal names tagKeys or an element, with any type (§8, tagKeys.many).
 */
function limited(
  question: Limit,
  goesBeyond: boolean,
  element?: number,
  more: readonly Alternative[] = [],
): RuleFound {
  const refused = [option(question, 'invalid', refusedTagKeys(element)), ...more];
  const alternatives = [goesBeyond ? option(question, 'answered') : ALLOW, ...refused];
  return { clause: '4.3/tag-keys/many', alternatives };
}

/** A limit by count or length: only a large request may also be refused as too large. */
function sized(
  question: 'tagKeys.many' | 'tagKeys.long',
  extent: RequestExtent,
  element?: number,
): RuleFound {
  const tooLarge = option(question, 'MaxSizeRequestReject', refuse('MaxSizeRequestReject'));
  return limited(question, extent === 'all', element, extent === 'some' ? [] : [tooLarge]);
}

function listFaults(sent: readonly Json[]): readonly RuleFound[] {
  if (sent.length < 2) return [];
  const many = sized('tagKeys.many', extentOf(sent.length, MANY_KEYS, VERY_MANY_KEYS));
  const keys = sent.filter((element) => typeof element === 'string');
  return new Set(keys).size < keys.length ? [many, limited('tagKeys.twice', true)] : [many];
}

function elementFaults(element: Json, index: number, own: Fact<KeySet>): readonly RuleFound[] {
  const clause = '4.3/tag-keys/empty';
  if (element === null) return ruled(clause, nullElement(index));
  if (element === '') return ruled(clause, emptyElement(index));
  if (typeof element !== 'string') return ruled('4.3/tag-keys/type', wrongType(TAG_KEYS, index));
  return keyFaults(element, index, own);
}

/** What limits, patterns and catalogues of keys may find wrong with one key. */
function keyFaults(key: string, index: number, own: Fact<KeySet>): readonly RuleFound[] {
  const found: RuleFound[] = [];
  if (key.length > SHORT_KEY)
    found.push(sized('tagKeys.long', extentOf(key.length, LONG_KEY, VERY_LONG_KEY), index));
  const isOwn = own !== UNKNOWN && own.has(key);
  if (!hasPlainCharacters(key, isOwn)) found.push(limited('tagKeys.characters', isOddInEveryWay(key), index));
  if (found.length === 0 && !isOwn)
    found.push({
      clause: '4.3/tag-keys/known',
      alternatives: [ALLOW, option('tagKeys.unknown', 'invalid', refusedTagKeys(index))],
    });
  return found;
}

const NULL_BOUND = [when('tagKeys.nullElement', 'TypeInvalid'), when('members.wrongType', 'without a list')];
const nullElement = (element: number): readonly Alternative[] => [
  ...memberChoices({ member: TAG_KEYS, element }, 'tagKeys.nullElement'),
  // A binder that wants strings takes null for another type.
  { when: NULL_BOUND, refusal: UNLISTED },
];

const emptyElement = (element: number): readonly Alternative[] =>
  memberChoices({ member: TAG_KEYS, element }, 'tagKeys.emptyElement');

/** One choice: these tags exactly, or any of them. The reference's own choice comes first. */
export interface TagChoice {
  readonly tags: readonly TagItem[];
  readonly match: 'exactly' | 'some of';
  readonly when: readonly When[];
}

const exactly = (tags: readonly TagItem[], ...conditions: readonly When[]): TagChoice => ({
  tags,
  match: 'exactly',
  when: conditions,
});

/** The tags of keys that are named more than once, once for each further time. */
function hitsAgain(hits: readonly TagItem[], keys: readonly Json[]): readonly TagItem[] {
  const seen = new Set<Json>();
  const repeated = keys.filter((key) => seen.size === seen.add(key).size);
  return repeated.flatMap((name) => hits.filter(({ key }) => key === name));
}

/** Naming all keys gives all tags, whatever tagKeys does (§4.5.2). */
function byKeys(tags: readonly TagItem[], keys: readonly Json[]): readonly TagChoice[] {
  const named = new Set(keys.filter((key) => typeof key === 'string'));
  const conditions = keys.includes(null) ? [when('tagKeys.nullElement', 'ignored')] : [];
  const hits = tags.filter(({ key }) => named.has(key));
  const choices: TagChoice[] = [
    exactly(hits, ...conditions, when('tagKeys.effect', 'filter')),
    exactly(tags, ...conditions, when('tagKeys.effect', 'none')),
  ];
  if (named.size === 0) choices.push(exactly(tags, ...conditions));
  if (hits.length < tags.length)
    choices.push({ tags, match: 'some of', when: [...conditions, when('tagKeys.effect', 'other')] });
  const again = hitsAgain(hits, keys);
  if (again.length > 0)
    choices.push(exactly([...hits, ...again], ...conditions, when('tagKeys.effect', 'other')));
  return choices;
}

/** The choices for a subject's tags. `sent` is undefined where tagKeys was left out. */
export function tagChoices(tags: readonly TagItem[], sent: Json | undefined): readonly TagChoice[] {
  if (sent === undefined) return [exactly(tags, when('tagKeys.omitted', 'all'))];
  if (sent === null)
    return [exactly(tags, when('tagKeys.null', 'all')), exactly([], when('tagKeys.null', 'none'))];
  if (!isArray(sent)) return [exactly(tags)];
  if (sent.length === 0)
    return [exactly(tags, when('tagKeys.empty', 'all')), exactly([], when('tagKeys.empty', 'none'))];
  return byKeys(tags, sent);
}
