/** What is wrong with the tagKeys of a call (§4.3, §7.3; rows T10 and T16). */
import { TAG_KEYS } from '../contract/members.ts';
import type { MemberType } from '../contract/codes.ts';
import { isArray, kindOf, type Json } from './json.ts';
import { option, refuse, refuseMember, wrongType, type Bite, type Ruling, type Stance } from './ruling.ts';

type Found = Omit<Ruling, 'rule'>;

/** From here on a list of tagKeys may be found too long; the document shows no maximum (§8). */
export const MANY_KEYS = 33;
/** From here on a tag key may be found too long; the document shows no limit (§8). */
export const LONG_KEY = 257;

const bite = (type: MemberType, element?: number): Bite =>
  refuseMember(element === undefined ? { member: TAG_KEYS, type } : { member: TAG_KEYS, element, type });

const OMITTED: readonly Stance[] = [
  option('tagKeys.omitted', 'all'),
  option('tagKeys.omitted', 'DataRequired', bite('DataRequired')),
  option('tagKeys.omitted', 'ServiceArrayNull', bite('ServiceArrayNull')),
];
const NULL: readonly Stance[] = [
  option('tagKeys.null', 'all'),
  option('tagKeys.null', 'none'),
  option('tagKeys.null', 'ServiceArrayNull', bite('ServiceArrayNull')),
  option('tagKeys.null', 'DataRequired', bite('DataRequired')),
  option('tagKeys.null', 'TypeInvalid', bite('TypeInvalid')),
];
const NO_KEYS: readonly Stance[] = [
  option('tagKeys.empty', 'all'),
  option('tagKeys.empty', 'none'),
  option('tagKeys.empty', 'ServiceArrayMinLength', bite('ServiceArrayMinLength')),
];
const TYPE = wrongType(TAG_KEYS);

/** Rulings on tagKeys: one for the list, one for each failing element. */
export function tagKeysFaults(sent: Json | undefined): readonly Found[] {
  const open = '4.3/tag-keys/empty';
  if (sent === undefined) return [{ clause: open, stances: OMITTED }];
  if (sent === null) return [{ clause: open, stances: NULL }];
  if (!isArray(sent)) return [{ clause: '4.3/tag-keys/type', stances: TYPE }];
  if (sent.length === 0) return [{ clause: open, stances: NO_KEYS }];
  return [...tooMany(sent), ...sent.flatMap(elementFaults)];
}

function tooMany(sent: readonly Json[]): readonly Found[] {
  if (sent.length < MANY_KEYS) return [];
  const stances = [
    option('tagKeys.many', 'answered'),
    option('tagKeys.many', 'ServiceArrayMaxLength', bite('ServiceArrayMaxLength')),
    option('tagKeys.many', 'MaxSizeRequestReject', refuse('MaxSizeRequestReject')),
  ];
  return [{ clause: '4.3/tag-keys/many', stances }];
}

function elementFaults(element: Json, index: number): readonly Found[] {
  const clause = '4.3/tag-keys/empty';
  if (element === null) return [{ clause, stances: nullElement(index) }];
  if (element === '') return [{ clause, stances: emptyElement(index) }];
  if (kindOf(element) !== 'string')
    return [{ clause: '4.3/tag-keys/type', stances: wrongType(TAG_KEYS, index) }];
  return (element as string).length < LONG_KEY
    ? []
    : [{ clause: '4.3/tag-keys/many', stances: longElement(index) }];
}

const nullElement = (index: number): readonly Stance[] => [
  option('tagKeys.nullElement', 'ignored'),
  option('tagKeys.nullElement', 'TypeInvalid', bite('TypeInvalid', index)),
  option('tagKeys.nullElement', 'StringNull', bite('StringNull', index)),
  option('tagKeys.nullElement', 'ServiceArrayNull', bite('ServiceArrayNull', index)),
];

const emptyElement = (index: number): readonly Stance[] => [
  option('tagKeys.emptyElement', 'ignored'),
  option('tagKeys.emptyElement', 'StringNull', bite('StringNull', index)),
  option('tagKeys.emptyElement', 'StringMinLength', bite('StringMinLength', index)),
];

const longElement = (index: number): readonly Stance[] => [
  option('tagKeys.long', 'answered'),
  option('tagKeys.long', 'StringMaxLength', bite('StringMaxLength', index)),
  option('tagKeys.long', 'MaxSizeRequestReject', refuse('MaxSizeRequestReject')),
];
