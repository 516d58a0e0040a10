/** What is wrong with a member by its declared shape: all types of §7.3, most of which no member of the document can show. */
import { clauseOfType } from '../../spec/clauses.ts';
import type { MemberType } from '../../spec/codes.ts';
import type { MemberShape, MemberSpec } from '../../spec/members.ts';
import { isArray, kindOf, type Json, type JsonObject } from './json.ts';
import {
  ALLOW,
  option,
  always,
  refuseMember,
  UNLISTED,
  wrongType,
  type RuleFound,
  type Alternative,
  ruled,
} from './ruling.ts';

const NULLS: Record<MemberShape['type'], MemberType> = {
  string: 'StringNull',
  number: 'TypeInvalid',
  array: 'ServiceArrayNull',
  hashtable: 'ServiceHashtableNull',
};
const TOO_SHORT: Record<MemberShape['type'], MemberType> = {
  string: 'StringMinLength',
  number: 'NumberMinValue',
  array: 'ServiceArrayMinLength',
  hashtable: 'ServiceHashtableMinLength',
};
const TOO_LONG: Record<MemberShape['type'], MemberType> = {
  string: 'StringMaxLength',
  number: 'NumberMaxValue',
  array: 'ServiceArrayMaxLength',
  hashtable: 'ServiceHashtableMaxLength',
};

/** What a value measures against its limits: itself, its characters, its items or its entries. */
function measured(value: Json): number | undefined {
  switch (kindOf(value)) {
    case 'number':
      return value as number;
    case 'string':
      return [...(value as string)].length;
    case 'array':
      return (value as readonly Json[]).length;
    case 'object':
      return (value as JsonObject).size;
    default:
      return undefined;
  }
}

function faultOf(shape: MemberShape, value: Json): MemberType | undefined {
  const kind = kindOf(value);
  const size = measured(value);
  if ((kind === 'object' ? 'hashtable' : kind) !== shape.type || size === undefined) return 'TypeInvalid';
  if (shape.type === 'number' && shape.int === true && !Number.isInteger(size)) return 'NumberMustInt';
  if (shape.min !== undefined && size < shape.min) return TOO_SHORT[shape.type];
  return shape.max !== undefined && size > shape.max ? TOO_LONG[shape.type] : undefined;
}

/** §7.3 speaks of a required member that is null; these are optional, so null may be absence (userId.null). */
function nullFault({ member, shape }: MemberSpec): RuleFound {
  const type = NULLS[shape.type];
  const alternatives = [
    option('members.null', 'refused', refuseMember({ member, type })),
    option('members.null', 'as absent'),
  ];
  return { clause: clauseOfType(type), alternatives };
}

/** The document shows neither whether an array of strings may hold null nor how it is refused: as with tagKeys (tagKeys.nullElement). */
const NULL_ITEM: readonly MemberType[] = ['TypeInvalid', 'StringNull', 'ServiceArrayNull'];

function itemFault(member: string, element: number, item: Json): readonly RuleFound[] {
  const clause = '7.3/type-invalid';
  const refused = (as: MemberType): Alternative => always(refuseMember({ member, element, type: as }));
  if (item === null) {
    const unlisted = option('members.wrongType', 'without a list', UNLISTED);
    return ruled(clause, [...NULL_ITEM.map(refused), unlisted, ALLOW]);
  }
  return kindOf(item) === 'string' ? [] : ruled(clause, wrongType(member, element));
}

/** Items that are not strings, where the array is one of strings. */
function itemFaults({ member, shape }: MemberSpec, sent: Json): readonly RuleFound[] {
  if (shape.type !== 'array' || shape.of !== 'string' || !isArray(sent)) return [];
  return sent.flatMap((item, element) => itemFault(member, element, item));
}

const refusalsFor = (member: string, type: MemberType): readonly Alternative[] =>
  type === 'TypeInvalid' ? wrongType(member) : [always(refuseMember({ member, type }))];

/** The rulings on an optional member: its shape is checked where it is present. */
export function shapeFaults(spec: MemberSpec, sent: Json | undefined): readonly RuleFound[] {
  if (sent === undefined) return [];
  if (sent === null) return [nullFault(spec)];
  const found = faultOf(spec.shape, sent);
  const { member } = spec;
  const whole = found === undefined ? [] : ruled(clauseOfType(found), refusalsFor(member, found));
  return [...whole, ...itemFaults(spec, sent)];
}
