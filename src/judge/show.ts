/** Describes expected and actual outcomes for people. Every "expected" text is written here. */
import { ERROR_CODES, NOT_FOUND_CODES, RETURN_CODES, showCode, MEMBER_TYPES } from '../spec/codes.ts';
import type { TagItem } from '../spec/envelope.ts';
import type { Json } from './rules/json.ts';
import { kindOf, toText } from './rules/json.ts';
import type { FailingMember, Refusal } from './rules/ruling.ts';
import { UNKNOWN } from '../world/world.ts';
import type { AllowedOutcome, Expected } from './expect/allowed.ts';

const MAX_TEXT_CHARACTERS = 120;

/** A text cut to a readable length, with the number of characters left out. */
export function cut(text: string, most: number = MAX_TEXT_CHARACTERS): string {
  return text.length <= most ? text : `${beginning(text, most)}… (${text.length - most} more characters)`;
}

/** The first characters of a text, copied: a slice would keep the whole text in memory. */
export function beginning(text: string, most: number): string {
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le');
}

/** A JSON value of a reply, cut; nothing where it is left out. */
export function showJson(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cut(toText(value));
}

export function showKind(value: Json | undefined): string {
  return value === undefined
    ? 'nothing'
    : `${kindOf(value) === 'null' ? '' : `${kindOf(value)} `}${cut(toText(value), 60)}`;
}

export function showTag({ key, value }: TagItem): string {
  return `${cut(JSON.stringify(key), 60)}: ${cut(JSON.stringify(value), 60)}`;
}

const FEW_TAGS = 4;

/** Some tags in braces, the rest counted. */
export function showTags(tags: readonly TagItem[]): string {
  if (tags.length === 0) return 'no tags';
  const rest = tags.length > FEW_TAGS ? `, and ${tags.length - FEW_TAGS} more` : '';
  return `${tags.length} tag${tags.length === 1 ? '' : 's'} {${tags.slice(0, FEW_TAGS).map(showTag).join(', ')}${rest}}`;
}

/** `tagKeys[1] as TypeInvalid (3)`. */
export function showMember({ member, element, type }: FailingMember): string {
  const name = element === undefined ? member : `${member}[${element}]`;
  return type === 'any' ? name : `${name} as ${showCode('invalidMemberType', type)}`;
}

function listWords({ member, unlisted }: Refusal): string {
  if (unlisted === true) return ' without failing members';
  return member === undefined ? '' : ` listing ${showMember(member)}`;
}

export function showExpected(expected: Expected): string {
  switch (expected.kind) {
    case 'tags':
      if (expected.tags === UNKNOWN) return 'Ok with tags';
      return expected.match === 'exactly'
        ? `Ok with ${showTags(expected.tags)}`
        : `Ok with some of ${showTags(expected.tags)}`;
    case 'not-found':
      return `Ok with errorCode ${showCode('errorCode', NOT_FOUND_CODES[expected.resource])}`;
    case 'refused':
      return `${showCode('returnCode', expected.code)}${listWords(expected)}`;
    case 'http':
      return expected.statuses === 'any'
        ? 'another HTTP status'
        : `HTTP ${[...new Set(expected.statuses)].join(' or ')}`;
    case 'anything':
      return 'any envelope';
  }
}

/** Several outcomes in one line: the first few that differ, joined by "or". */
export function showOutcomes(outcomes: readonly AllowedOutcome[]): string {
  const texts = [...new Set(outcomes.map(({ expected }) => showExpected(expected)))];
  const shown = texts.slice(0, FEW_TAGS).join(', or ');
  const more = texts.length - FEW_TAGS;
  return more > 0 ? `${shown}, or ${more} ${more === 1 ? 'other' : 'others'}` : shown;
}

/** A list of code names for a message, for instance what a returnCode may be. */
const codeList = (codes: Readonly<Record<string, number>>): string =>
  `one of ${Object.entries(codes)
    .map(([name, code]) => `${name} (${code})`)
    .join(', ')}`;

export const CODE_LISTS = {
  returnCode: codeList(RETURN_CODES),
  errorCode: codeList(ERROR_CODES),
  invalidMemberType: codeList(MEMBER_TYPES),
} as const;
