/** Defects against §2.1: ids are strings of a fixed length, and each names one subject. */
import { RESOURCE_FACTS, type Resource } from '../../../src/spec/endpoints.ts';
import type { MemberType } from '../../../src/spec/codes.ts';
import { alterString } from '../../../src/http/alterations/string-alterations.ts';
import { idSent, type Call } from '../../../src/judge/rules/call.ts';
import { isArray, isObject, kindOf, type Json, type JsonKind } from '../../../src/judge/rules/json.ts';
import { always, refuseMember, type FailingMember } from '../../../src/judge/rules/ruling.ts';
import { subjectOf } from '../../../src/judge/rules/subject-of.ts';
import type { Subject } from '../../../src/world/world.ts';
import { on } from '../../alterations/places.ts';
import { LETTERS_AND_DIGITS, takingId } from '../../alterations/requests.ts';
import { failingAs, judging, overlooking, retyping, type Retyped } from '../../alterations/rules.ts';
import { findingSubject, firstFound, type Sought } from '../../alterations/subjects.ts';
import { both, breaking, type Alter, type Mutant } from '../mutant.ts';

/** From this length on an id does not fit the buffer of a careless backend. */
const HUGE = 1000;

const ofId = ({ member }: FailingMember, { endpoint }: Call): boolean => member === endpoint.idMember;

const unnoticed = (type: MemberType): Alter => retyping({ [type]: undefined }, ofId);
const retyped = (types: Retyped): Alter => retyping(types, ofId);

/** The length of an id starts anew at this number. */
const countingUpTo = (most: number): Alter =>
  takingId((id) => (typeof id === 'string' && id.length >= most ? id.slice(0, id.length % most) : id));

/** An id of this kind is another value. */
const readingAs = (kind: JsonKind, read: (id: Json) => Json): Alter =>
  takingId((id) => (kindOf(id) === kind ? read(id) : id));

function lengthFault(id: string, length: number): MemberType | undefined {
  if (id.length === length) return undefined;
  return id.length < length ? 'StringMinLength' : 'StringMaxLength';
}

/** Ids of a resource have another length. */
const withLength = (resource: Resource, length: number): Alter =>
  judging('members', (found, call) => {
    const id = idSent(call);
    if (call.endpoint.resource !== resource || typeof id !== 'string' || id === '') return found;
    const { idMember: member } = call.endpoint;
    const others = found.filter(({ alternatives: [first] }) => {
      const refusal = first?.refusal;
      return refusal?.kind === 'refused' && refusal.member !== undefined && refusal.member.member !== member;
    });
    const type = lengthFault(id, length);
    return type === undefined
      ? others
      : [{ clause: '2.1/length', alternatives: [always(refuseMember({ member, type }))] }, ...others];
  });

/** Another id is looked for, too, and counts where it is found. */
const lookingFor = (others: (id: string) => readonly string[]): Alter =>
  findingSubject((sought, find) =>
    firstFound(find, [...others(sought.id).map((id): Sought => ({ ...sought, id })), sought]),
  );

/** The same id is looked for elsewhere, where nothing has it here. */
const lookingElsewhere = (elsewhere: (sought: Sought) => readonly Sought[]): Alter =>
  findingSubject((sought, find) => firstFound(find, [sought, ...elsewhere(sought)]));

const title = (id: string): string => id.slice(0, 1).toUpperCase() + id.slice(1).toLowerCase();
const pattern = (id: string): RegExp => new RegExp(`^${id.replaceAll(/[%*]/g, '.*').replaceAll('_', '.')}$`);
const isPattern = (id: string): boolean => /^[\w%*]+$/.test(id) && /[%*_]/.test(id);

export const IDENTIFIER_MUTANTS: readonly Mutant[] = breaking({
  '7.3/string-min-length': {
    'short-ids-not-refused': ['looks for ids that are too short', unnoticed('StringMinLength')],
    'length-types-swapped': [
      'calls short ids too long, and long ones too short',
      retyped({ StringMinLength: 'StringMaxLength', StringMaxLength: 'StringMinLength' }),
    ],
    'one-character-ids-crash': [
      'answers an id of one character with InternalServerError',
      failingAs('InternalServerError', (_, call) => String(idSent(call)).length === 1),
    ],
  },
  '7.3/string-max-length': {
    'long-ids-not-refused': ['looks for ids that are too long', unnoticed('StringMaxLength')],
    'long-ids-cut': [
      'cuts ids that are too long',
      takingId((id, { endpoint }) =>
        typeof id === 'string' ? id.slice(0, RESOURCE_FACTS[endpoint.resource].idLength) : id,
      ),
    ],
    'id-lengths-in-one-byte': ['keeps the length of an id in one byte', countingUpTo(256)],
    'id-lengths-in-two-bytes': [
      'keeps the length of an id in two bytes, and limits no size',
      both(overlooking('size'), countingUpTo(65_536)),
    ],
    'huge-ids-crash': [
      'answers an id of a thousand characters with InternalServerError',
      failingAs('InternalServerError', (_, call) => String(idSent(call)).length > HUGE),
    ],
  },
  '2.1/length': {
    'blanks-before-ids-dropped': [
      'takes blanks before an id away',
      takingId((id) => (typeof id === 'string' ? id.trimStart() : id)),
    ],
    'blanks-behind-ids-dropped': [
      'takes blanks behind an id away',
      takingId((id) => (typeof id === 'string' ? id.trimEnd() : id)),
    ],
    'character-ids-of-ten': [
      'requires character ids of ten characters, as those of players',
      withLength('characterPlayer', RESOURCE_FACTS.gamePlayer.idLength),
    ],
    'group-ids-of-eleven-for-admin': [
      'requires group ids of eleven characters on the admin variant',
      on(['group.admin'], withLength('group', RESOURCE_FACTS.characterPlayer.idLength)),
    ],
    'ids-beyond-ascii-crash': [
      'answers an id beyond ASCII with InternalServerError',
      failingAs('InternalServerError', (_, call) => /[^ -~]/.test(String(idSent(call)))),
    ],
  },
  '2.1/type': {
    'number-ids-read-as-text': ['reads a number as an id', readingAs('number', String)],
    'array-ids-unwrapped': [
      'reads an array of one id as the id',
      readingAs('array', (id) => (isArray(id) ? (id[0] ?? id) : id)),
    ],
    'object-ids-unwrapped': [
      'reads an object that holds an id as the id',
      readingAs('object', (id) => (isObject(id) ? ([...id.values()][0] ?? id) : id)),
    ],
    'true-as-missing-id': ['takes a boolean for a missing id', readingAs('boolean', () => null)],
    'id-type-not-checked': ['looks for an id of any type, and finds nothing', unnoticed('TypeInvalid')],
    'id-type-as-unknown-error': [
      'calls the wrong type of an id UnknownError',
      retyped({ TypeInvalid: 'UnknownError' }),
    ],
  },
  '1/one-target': {
    'ids-in-any-case': [
      'finds subjects by their id in any case',
      lookingFor((id) => [id.toLowerCase(), title(id), alterString(id, 'swap-case')]),
    ],
    'last-character-not-compared': [
      'does not compare the last character of an id',
      lookingFor((id) => LETTERS_AND_DIGITS.map((last) => id.slice(0, -1) + last)),
    ],
    'ids-as-numbers': [
      'looks for an id of digits as a number, without its leading zeros',
      findingSubject((sought, find) =>
        find(/^\d+$/.test(sought.id) ? { ...sought, id: String(Number(sought.id)) } : sought),
      ),
    ],
  },
  '7.4.2/not-found': {
    'ids-read-backwards-too': [
      'finds what has the letters of an id in reverse order',
      findingSubject((sought, find) =>
        firstFound(find, [sought, { ...sought, id: [...sought.id].toReversed().join('') }]),
      ),
    ],
    'middle-of-ids-not-compared': [
      'does not compare the middle character of an id',
      findingSubject((sought, find) => {
        const middle = Math.floor(sought.id.length / 2);
        const like = LETTERS_AND_DIGITS.map(
          (c) => sought.id.slice(0, middle) + c + sought.id.slice(middle + 1),
        );
        return firstFound(find, [sought, ...like.map((id) => ({ ...sought, id }))]);
      }),
    ],
    'every-number-found': [
      'finds a subject without tags under every id of digits',
      findingSubject((sought, find) => {
        const found = find(sought);
        return found.is === 'absent' && /^\d+$/.test(sought.id)
          ? { is: 'present', value: { ...sought, owners: [], tags: [] } }
          : found;
      }),
    ],
    'wildcards-in-ids': [
      'reads %, * and _ in an id as wildcards',
      (stages) => {
        const seen = new Set<Subject>();
        return findingSubject((sought, find) => {
          const found = find(sought);
          if (found.is === 'present') seen.add(found.value);
          const hit = isPattern(sought.id)
            ? [...seen].find(
                ({ resource, id }) => resource === sought.resource && pattern(sought.id).test(id),
              )
            : undefined;
          return hit === undefined ? found : { is: 'present', value: hit };
        })(stages);
      },
    ],
    'quotes-in-ids-crash': [
      'answers an id with a quote in it with InternalServerError',
      findingSubject((sought, find) => {
        if (sought.id.includes("'")) throw new Error('unterminated string in the query');
        return find(sought);
      }),
    ],
    'groups-found-as-players': [
      'finds a group where no player has the id, and the other way round',
      lookingElsewhere((sought) => [
        { ...sought, resource: sought.resource === 'group' ? 'gamePlayer' : 'group' },
      ]),
    ],
    'names-of-prototypes-found': [
      'finds a subject under every name that a JavaScript object knows',
      findingSubject((sought, find) =>
        sought.id in {} ? { is: 'present', value: { ...sought, owners: [], tags: [] } } : find(sought),
      ),
    ],
  },
  '2.1/format': {
    'capitals-in-missing-ids-refused': [
      'refuses an id with capital letters that nothing has as invalid',
      judging('members', (found, call, { world }) => {
        const id = idSent(call);
        const odd = typeof id === 'string' && /[A-Z]/.test(id) && subjectOf(call, world).is === 'absent';
        const member: FailingMember = { member: call.endpoint.idMember, type: 'UnknownError' };
        return odd
          ? [...found, { clause: '2.1/format', alternatives: [always(refuseMember(member))] }]
          : found;
      }),
    ],
  },
});
