/** What is wrong with the id member of a call (§2.1, §4.3, §7.3; rows T2 to T9). */
import type { ClauseId } from '../contract/clauses.ts';
import type { MemberType } from '../contract/codes.ts';
import type { When } from '../dialect/questions.ts';
import { idSent, type Call } from './call.ts';
import {
  HOLDS,
  option,
  refuse,
  refuseMember,
  wrongType,
  type Facts,
  type Refusal,
  type Ruling,
  type Stance,
} from './ruling.ts';
import { lengthsOf, type Length } from './string-length.ts';
import { meansSender, subjectOf } from './subject-of.ts';

type Found = Omit<Ruling, 'rule'>;

/** Rulings on the id member. */
export function idFaults(call: Call, facts: Facts, min: number, max: number): readonly Found[] {
  const id = idSent(call);
  const bite: MakeBite = (type) => refuseMember({ member: call.endpoint.idMember, type });
  if (id === undefined) return [omitted(call, bite)];
  if (id === null) return [nullId(call, bite)];
  if (typeof id !== 'string') return [{ clause: '2.1/type', stances: wrongType(call.endpoint.idMember) }];
  if (id === '') return [emptyId(call, bite)];
  const lengths = lengthsOf(id, min, max);
  const fault = lengthFault(lengths, bite);
  // Where units disagree whether it fits, its length is not judged (T9).
  if (lengths.some(({ length }) => length === 'fits'))
    return [...(fault === undefined ? [] : [fault]), ...formatFault(call, id, facts, bite)];
  if (fault === undefined) return [];
  return facts.world.isLikeKnown(call.endpoint.resource, id) ? [fault] : [fault, besideLength(bite)];
}

type MakeBite = (type: MemberType | 'any') => Refusal;

function isDashboard({ token }: Call): boolean {
  return token.is === 'known' && token.value.holder.kind === 'dashboard';
}

function omitted(call: Call, bite: MakeBite): Found {
  const clause = '4.3/id/required';
  if (call.endpoint.idRequired) {
    return {
      clause,
      stances: [
        option('id.missing', 'DataRequired', bite('DataRequired')),
        option('id.missing', 'StringNull', bite('StringNull')),
      ],
    };
  }
  if (isDashboard(call)) return { clause: '4.3/user-id/sender', stances: ofDashboard(bite) };
  const stances = [
    option('userId.omitted', 'sender'),
    option('userId.omitted', 'DataRequired', bite('DataRequired')),
    option('userId.omitted', 'StringNull', bite('StringNull')),
  ];
  return { clause: '4.3/user-id/sender', stances };
}

/** Row T4: a dashboard token has no player of its own. The stance that holds ends in not-found. */
function ofDashboard(bite: MakeBite): readonly Stance[] {
  return [
    option('userId.dashboard', 'DataRequired', bite('DataRequired')),
    option('userId.dashboard', 'OperationNotAuthorized', refuse('OperationNotAuthorized')),
    option('userId.dashboard', 'OperationNotAllow', refuse('OperationNotAllow')),
    option('userId.dashboard', 'GamePlayerNotFound'),
    option('userId.dashboard', 'SecretInvalid', refuse('SecretInvalid')),
    option('userId.dashboard', 'OperationInvalid', refuse('OperationInvalid')),
    option('userId.dashboard', 'StringNull', bite('StringNull')),
  ];
}

function nullId(call: Call, bite: MakeBite): Found {
  if (!meansSender(call)) {
    const stances = [
      option('id.null', 'StringNull', bite('StringNull')),
      option('id.null', 'DataRequired', bite('DataRequired')),
      option('id.null', 'TypeInvalid', bite('TypeInvalid')),
    ];
    return { clause: '7.3/string-null', stances };
  }
  const stances = [
    option('userId.null', 'StringNull', bite('StringNull')),
    option('userId.null', 'DataRequired', bite('DataRequired')),
    option('userId.null', 'sender'),
    option('userId.null', 'TypeInvalid', bite('TypeInvalid')),
  ];
  return { clause: '7.3/string-null', stances };
}

function emptyId(call: Call, bite: MakeBite): Found {
  const stances = [
    option('id.empty', 'StringNull', bite('StringNull')),
    option('id.empty', 'StringMinLength', bite('StringMinLength')),
    option('id.empty', 'DataRequired', bite('DataRequired')),
    ...(meansSender(call) ? [option('id.empty', 'sender')] : []),
  ];
  return { clause: '7.3/string-null', stances };
}

const LENGTH_TYPES = {
  'too short': 'StringMinLength',
  'too long': 'StringMaxLength',
} as const satisfies Record<Exclude<Length, 'fits'>, MemberType>;

function lengthFault(lengths: ReturnType<typeof lengthsOf>, bite: MakeBite): Found | undefined {
  if (lengths.every(({ length }) => length === 'fits')) return undefined;
  const stances = lengths.map(({ unit, length }): Stance => {
    const when: readonly When[] = unit === undefined ? [] : [{ question: 'id.unit', option: unit }];
    return length === 'fits' ? { when } : { when, bite: bite(LENGTH_TYPES[length]) };
  });
  const clauses: Record<Length, ClauseId> = {
    'too short': '7.3/string-min-length',
    fits: '2.1/length',
    'too long': '7.3/string-max-length',
  };
  return { clause: clauses[lengths[0]?.length ?? 'fits'], stances };
}

/** Row T8: an id of the wrong length that has odd characters, too, may be listed a second time for them. */
function besideLength(bite: MakeBite): Found {
  return {
    clause: '2.1/format',
    stances: [
      option('id.characters', 'not-found'),
      option('id.characters', 'invalid', { ...bite('any'), beside: true }),
    ],
  };
}

const LETTERS_AND_DIGITS = /^[A-Za-z0-9]*$/;

/** Letters and digits that no known id has: the target may know ids that have them, so holding is an answer to neither question. */
function formatStances(id: string, isLikeKnown: boolean, invalid: Refusal): readonly Stance[] {
  if (isLikeKnown) return [option('id.format', 'free'), option('id.format', 'invalid', invalid)];
  if (LETTERS_AND_DIGITS.test(id))
    return [HOLDS, option('id.characters', 'invalid', invalid), option('id.format', 'invalid', invalid)];
  return [option('id.characters', 'not-found'), option('id.characters', 'invalid', invalid)];
}

/**
 * §2.1: no format beyond the length is shown, so an id that nothing has may be refused for its characters. It is better not,
 * where ids of the kind are known to have all of them.
 */
function formatFault(call: Call, id: string, facts: Facts, bite: MakeBite): readonly Found[] {
  const found = subjectOf(call, facts.world).is;
  if (found === 'present') return [];
  const invalid = bite('any');
  const stances = formatStances(id, facts.world.isLikeKnown(call.endpoint.resource, id), invalid);
  return [
    { clause: '2.1/format', stances: found === 'unknown' ? [...new Set([HOLDS, ...stances])] : stances },
  ];
}
