/** Defects against §7.3 and §7.4.1: each kind of defect of a member has its own type. */
import type { MemberType } from '../../../src/spec/codes.ts';
import type { MemberShape } from '../../../src/spec/members.ts';
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { idSent, membersSent, type Call } from '../../../src/judge/rules/call.ts';
import { isArray, isObject, type Json } from '../../../src/judge/rules/json.ts';
import { always, refuseMember, UNLISTED, type FailingMember } from '../../../src/judge/rules/ruling.ts';
import { on } from '../../alterations/places.ts';
import { takingMembers } from '../../alterations/requests.ts';
import { failing, judging, retyping } from '../../alterations/rules.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

/** Failing members of this type go unnoticed. */
const unnoticed = (type: MemberType): Alter => retyping({ [type]: undefined });

/** Failing members of this type are refused without a list, as by a binder that refuses before any member is checked. */
const unlisted = (type: MemberType): Alter =>
  judging('members', (found) =>
    found.map((ruling) => {
      const refusal = ruling.alternatives[0]?.refusal;
      return refusal?.kind === 'refused' && refusal.member?.type === type
        ? { ...ruling, alternatives: [always(UNLISTED)] }
        : ruling;
    }),
  );

/** An id with this value is called by another type, or goes unnoticed. */
const idAs = (value: Json, type: MemberType | undefined): Alter =>
  failing((member, call) => {
    if (member.member !== call.endpoint.idMember || idSent(call) !== value) return member;
    return type === undefined ? undefined : { ...member, type };
  });

function sizeOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (isArray(value)) return value.length;
  return isObject(value) ? value.size : undefined;
}

/** Members beyond the document that have just the size of one of their limits are refused, too. */
const excluding = (of: MemberShape['type'], limit: 'min' | 'max', type: MemberType): Alter =>
  judging('members', (found, call, { extensions }) => {
    const odd = extensions.filter(
      ({ on: endpoint, shape, member }) =>
        endpoint === call.endpoint.id &&
        shape.type === of &&
        shape[limit] !== undefined &&
        sizeOf(membersSent(call).get(member) ?? null) === shape[limit],
    );
    return [
      ...found,
      ...odd.map(({ member }) => ({
        clause: '7.3/known' as const,
        alternatives: [always(refuseMember({ member, type }))],
      })),
    ];
  });

const in32Bits = (value: Json): Json =>
  typeof value === 'number' && Number.isInteger(value) ? value | 0 : value;

const isFalsy = (value: Json): boolean => value === 0 || value === false || value === '';

const isBeyondDocument = ({ member }: FailingMember, { endpoint }: Call): boolean =>
  member !== endpoint.idMember && member !== TAG_KEYS;

export const MEMBER_TYPE_MUTANTS: readonly Mutant[] = breaking({
  '2.1/type': {
    'zero-id-as-null': ['calls an id of zero null', on(['group.server'], idAs(0, 'StringNull'))],
    'false-id-finds-nothing': ['finds nothing where the id is false', idAs(false, undefined)],
  },
  '4.3/tag-keys/type': {
    'falsy-tag-keys-left-out': [
      'takes zero, false and an empty text for no tagKeys at all',
      takingMembers(
        (members) => new Map([...members].filter(([name, value]) => name !== TAG_KEYS || !isFalsy(value))),
      ),
    ],
  },
  '7.3/string-null': {
    'null-id-finds-nothing': ['finds nothing where the id is null', idAs(null, undefined)],
    'null-id-as-short-text': [
      'calls a null id too short, as the text "null" would be',
      idAs(null, 'StringMinLength'),
    ],
    'empty-id-finds-nothing': ['finds nothing where the id is empty', idAs('', undefined)],
    'empty-id-as-unknown-error': [
      'calls an empty id UnknownError on one endpoint',
      on(['gamePlayer.admin'], idAs('', 'UnknownError')),
    ],
  },
  '7.3/string-null/preferred': {
    'null-id-as-type-invalid': ['calls a null id TypeInvalid', idAs(null, 'TypeInvalid')],
    'empty-id-as-missing': ['calls an empty id DataRequired', idAs('', 'DataRequired')],
  },
  '7.3/number-min-value': {
    'number-minimum-not-checked': ['accepts a number below its minimum', unnoticed('NumberMinValue')],
    'number-minimum-excluded': [
      'refuses a number that is its minimum',
      excluding('number', 'min', 'NumberMinValue'),
    ],
  },
  '7.3/number-max-value': {
    'number-maximum-not-checked': ['accepts a number above its maximum', unnoticed('NumberMaxValue')],
    'number-maximum-excluded': [
      'refuses a number that is its maximum',
      excluding('number', 'max', 'NumberMaxValue'),
    ],
    'numbers-wrap-at-32-bits': [
      'keeps 32 bits of a number, so that a far too large one is in range',
      takingMembers((members) => new Map([...members].map(([name, value]) => [name, in32Bits(value)]))),
    ],
  },
  '7.3/number-must-int': {
    'fractions-pass': ['accepts a fraction where an integer is expected', unnoticed('NumberMustInt')],
    'fractions-as-type-invalid': [
      'calls a fraction TypeInvalid where an integer is expected',
      retyping({ NumberMustInt: 'TypeInvalid' }),
    ],
  },
  '7.3/type-invalid': {
    'text-as-number': [
      'accepts a text where a number is expected',
      failing((member, call) =>
        member.type === 'TypeInvalid' && isBeyondDocument(member, call) ? undefined : member,
      ),
    ],
    'true-is-one': [
      'takes true for the number 1',
      takingMembers(
        (members) => new Map([...members].map(([name, value]) => [name, value === true ? 1 : value])),
      ),
    ],
    'elements-of-any-type': [
      'accepts any element in an array of strings',
      failing((member, call) =>
        member.element !== undefined && isBeyondDocument(member, call) ? undefined : member,
      ),
    ],
  },
  '7.3/service-hashtable-min-length': {
    'hashtable-minimum-not-checked': [
      'accepts a hashtable with too few entries',
      unnoticed('ServiceHashtableMinLength'),
    ],
    'hashtable-minimum-excluded': [
      'refuses a hashtable with as few entries as are allowed',
      excluding('hashtable', 'min', 'ServiceHashtableMinLength'),
    ],
  },
  '7.3/service-hashtable-max-length': {
    'hashtable-maximum-not-checked': [
      'accepts a hashtable with too many entries',
      unnoticed('ServiceHashtableMaxLength'),
    ],
    'hashtable-maximum-excluded': [
      'refuses a hashtable with as many entries as are allowed',
      excluding('hashtable', 'max', 'ServiceHashtableMaxLength'),
    ],
  },
  '7.3/service-array-null': {
    'array-null-as-hashtable-null': [
      'calls an array that is null ServiceHashtableNull',
      retyping({ ServiceArrayNull: 'ServiceHashtableNull' }),
    ],
  },
  '7.3/service-array-min-length': {
    'array-minimum-not-checked': ['accepts an array with too few items', unnoticed('ServiceArrayMinLength')],
    'array-minimum-excluded': [
      'refuses an array with as few items as are allowed',
      excluding('array', 'min', 'ServiceArrayMinLength'),
    ],
  },
  '7.3/service-array-max-length': {
    'array-maximum-not-checked': ['accepts an array with too many items', unnoticed('ServiceArrayMaxLength')],
    'array-maximum-excluded': [
      'refuses an array with as many items as are allowed',
      excluding('array', 'max', 'ServiceArrayMaxLength'),
    ],
  },
  '7.4.1/list': {
    'short-id-without-list': [
      'refuses an id that is too short without a list of failing members',
      unlisted('StringMinLength'),
    ],
    'missing-id-without-list': [
      'refuses a request without the required id without a list of failing members',
      unlisted('DataRequired'),
    ],
  },
  '7.1/invalid-request-parameters': {
    'all-members-fail-alike': [
      'calls every failing member by the type of the first one',
      judging('members', (found) => {
        const refusals = found.map(({ alternatives: [first] }) => first?.refusal);
        const first = refusals.find((refusal) => refusal?.kind === 'refused' && refusal.member !== undefined);
        const type = first?.kind === 'refused' ? first.member?.type : undefined;
        return found.map((ruling, at) => {
          const refusal = refusals[at];
          return refusal?.kind !== 'refused' || refusal.member === undefined || type === undefined
            ? ruling
            : { ...ruling, alternatives: [always(refuseMember({ ...refusal.member, type }))] };
        });
      }),
    ],
  },
});
