/** Defects against §7.3 and §7.4.1: each kind of defect of a member has its own type. */
import type { MemberType } from '../../src/contract/codes.ts';
import type { MemberShape } from '../../src/contract/members.ts';
import { TAG_KEYS } from '../../src/contract/members.ts';
import { idSent, membersSent, type Call } from '../../src/rules/call.ts';
import { isArray, isObject, type Json } from '../../src/rules/json.ts';
import { always, refuseMember, UNLISTED, type FailingMember } from '../../src/rules/ruling.ts';
import { on } from '../alterations/places.ts';
import { failing, judging } from '../alterations/rules.ts';
import type { Alter, Mutant } from './mutant.ts';

/** Failing members of these types go unnoticed. */
const unnoticed = (...types: readonly MemberType[]): Alter =>
  failing((member) => (types.some((type) => type === member.type) ? undefined : member));

/** Failing members of this type are refused without a list, as a binder does that takes values for types. */
const unlisted = (type: MemberType): Alter =>
  judging('members', (found) =>
    found.map((ruling) => {
      const refusal = ruling.alternatives[0]?.refusal;
      return refusal?.kind === 'refused' && refusal.member?.type === type
        ? { ...ruling, alternatives: [always(UNLISTED)] }
        : ruling;
    }),
  );

/** Types are called by others. */
const retyped = (types: Partial<Record<MemberType, MemberType>>): Alter =>
  failing((member) => {
    const type = member.type === 'any' ? undefined : types[member.type];
    return type === undefined ? member : { ...member, type };
  });

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
        clause: '7.3/known',
        alternatives: [always(refuseMember({ member, type }))],
      })),
    ];
  });

const isBeyondDocument = ({ member }: FailingMember, { endpoint }: Call): boolean =>
  member !== endpoint.idMember && member !== TAG_KEYS;

const STRINGS: readonly Mutant[] = [
  {
    name: 'null-id-finds-nothing',
    clause: '7.3/string-null',
    description: 'finds nothing where the id is null',
    alter: idAs(null, undefined),
  },
  {
    name: 'null-id-as-short-text',
    clause: '7.3/string-null',
    description: 'calls a null id too short, as the text "null" would be',
    alter: idAs(null, 'StringMinLength'),
  },
  {
    name: 'null-id-as-type-invalid',
    clause: '7.3/string-null/preferred',
    description: 'calls a null id TypeInvalid',
    alter: idAs(null, 'TypeInvalid'),
  },
  {
    name: 'empty-id-finds-nothing',
    clause: '7.3/string-null',
    description: 'finds nothing where the id is empty',
    alter: idAs('', undefined),
  },
  {
    name: 'empty-id-as-unknown-error',
    clause: '7.3/string-null',
    description: 'calls an empty id UnknownError on one endpoint',
    alter: on(['gamePlayer.admin'], idAs('', 'UnknownError')),
  },
  {
    name: 'empty-id-as-missing',
    clause: '7.3/string-null/preferred',
    description: 'calls an empty id DataRequired',
    alter: idAs('', 'DataRequired'),
  },
];

const BEYOND: readonly Mutant[] = [
  {
    name: 'number-minimum-not-checked',
    clause: '7.3/number-min-value',
    description: 'accepts a number below its minimum',
    alter: unnoticed('NumberMinValue'),
  },
  {
    name: 'number-minimum-excluded',
    clause: '7.3/number-min-value',
    description: 'refuses a number that is its minimum',
    alter: excluding('number', 'min', 'NumberMinValue'),
  },
  {
    name: 'number-maximum-not-checked',
    clause: '7.3/number-max-value',
    description: 'accepts a number above its maximum',
    alter: unnoticed('NumberMaxValue'),
  },
  {
    name: 'number-maximum-excluded',
    clause: '7.3/number-max-value',
    description: 'refuses a number that is its maximum',
    alter: excluding('number', 'max', 'NumberMaxValue'),
  },
  {
    name: 'fractions-pass',
    clause: '7.3/number-must-int',
    description: 'accepts a fraction where an integer is expected',
    alter: unnoticed('NumberMustInt'),
  },
  {
    name: 'fractions-as-type-invalid',
    clause: '7.3/number-must-int',
    description: 'calls a fraction TypeInvalid where an integer is expected',
    alter: retyped({ NumberMustInt: 'TypeInvalid' }),
  },
  {
    name: 'text-as-number',
    clause: '7.3/type-invalid',
    description: 'accepts a text where a number is expected',
    alter: failing((member, call) =>
      member.type === 'TypeInvalid' && isBeyondDocument(member, call) ? undefined : member,
    ),
  },
  {
    name: 'hashtable-minimum-not-checked',
    clause: '7.3/service-hashtable-min-length',
    description: 'accepts a hashtable with too few entries',
    alter: unnoticed('ServiceHashtableMinLength'),
  },
  {
    name: 'hashtable-maximum-not-checked',
    clause: '7.3/service-hashtable-max-length',
    description: 'accepts a hashtable with too many entries',
    alter: unnoticed('ServiceHashtableMaxLength'),
  },
  {
    name: 'hashtable-minimum-excluded',
    clause: '7.3/service-hashtable-min-length',
    description: 'refuses a hashtable with as few entries as are allowed',
    alter: excluding('hashtable', 'min', 'ServiceHashtableMinLength'),
  },
  {
    name: 'hashtable-maximum-excluded',
    clause: '7.3/service-hashtable-max-length',
    description: 'refuses a hashtable with as many entries as are allowed',
    alter: excluding('hashtable', 'max', 'ServiceHashtableMaxLength'),
  },
  {
    name: 'array-null-as-hashtable-null',
    clause: '7.3/service-array-null',
    description: 'calls an array that is null ServiceHashtableNull',
    alter: retyped({ ServiceArrayNull: 'ServiceHashtableNull' }),
  },
  {
    name: 'array-minimum-not-checked',
    clause: '7.3/service-array-min-length',
    description: 'accepts an array with too few items',
    alter: unnoticed('ServiceArrayMinLength'),
  },
  {
    name: 'array-maximum-not-checked',
    clause: '7.3/service-array-max-length',
    description: 'accepts an array with too many items',
    alter: unnoticed('ServiceArrayMaxLength'),
  },
  {
    name: 'array-minimum-excluded',
    clause: '7.3/service-array-min-length',
    description: 'refuses an array with as few items as are allowed',
    alter: excluding('array', 'min', 'ServiceArrayMinLength'),
  },
  {
    name: 'array-maximum-excluded',
    clause: '7.3/service-array-max-length',
    description: 'refuses an array with as many items as are allowed',
    alter: excluding('array', 'max', 'ServiceArrayMaxLength'),
  },
];

const UNLISTED_LENGTHS: readonly Mutant[] = [
  {
    name: 'short-id-without-list',
    clause: '7.4.1/list',
    description: 'refuses an id that is too short without a list of failing members',
    alter: unlisted('StringMinLength'),
  },
  {
    name: 'missing-id-without-list',
    clause: '7.4.1/list',
    description: 'refuses a request without the required id without a list of failing members',
    alter: unlisted('DataRequired'),
  },
];

const SEVERAL: readonly Mutant[] = [
  {
    name: 'all-members-fail-alike',
    clause: '7.1/invalid-request-parameters',
    description: 'calls every failing member by the type of the first one',
    alter: judging('members', (found) => {
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
  },
];

export const MEMBER_TYPE_MUTANTS: readonly Mutant[] = [
  ...STRINGS,
  ...BEYOND,
  ...UNLISTED_LENGTHS,
  ...SEVERAL,
];
