/** Defects against §1 and §3: the operations change no state, and each request gets the tags of its own subject. */
import type { TagItem } from '../../src/contract/envelope.ts';
import type { Lookup, Subject } from '../../src/world/world.ts';
import { refusal, type Answer } from '../../simulator/pipeline/answer.ts';
import type { ReadCall, Stages } from '../../simulator/pipeline/stages.ts';
import { answering } from '../alterations/answers.ts';
import { calling, headerOf } from '../alterations/requests.ts';
import { finding, listing } from '../alterations/subjects.ts';
import { crowd, everyNth } from '../alterations/times.ts';
import type { Alter, Mutant } from './mutant.ts';

/** How many requests at once are a crowd: more than a run has under way by itself. */
const CROWD = 24;

const SEEN_TAG: TagItem = { key: 'last-read', value: 'now' };

/** A list that depends on how often the subject was read before. */
const byReads =
  (alter: (tags: readonly TagItem[], reads: number) => readonly TagItem[]): Alter =>
  (stages) => {
    const reads = new Map<Subject, number>();
    return listing((tags, { subject }) => {
      const before = reads.get(subject) ?? 0;
      reads.set(subject, before + 1);
      return alter(tags, before);
    })(stages);
  };

/** An answer in the light of the one before it. */
const afterOthers =
  (alter: (answer: Answer, before: Answer | undefined) => Answer): Alter =>
  (stages) => {
    let last: Answer | undefined;
    return answering((answer) => {
      const before = last;
      last = answer;
      return alter(answer, before);
    })(stages);
  };

/** What was found first under a key is found ever after. */
const remembering =
  (keyOf: (resource: string, game: string, id: string) => string): Alter =>
  (stages) => {
    const cache = new Map<string, Lookup<Subject>>();
    return finding(({ resource, game, id }, find) => {
      const key = keyOf(resource, game, id);
      const found = cache.get(key) ?? find({ resource, game, id });
      cache.set(key, found);
      return found;
    })(stages);
  };

const isMalformed = (answer: Answer | undefined): boolean =>
  answer?.kind === 'refused' && answer.code === 'InvalidRequestParameters' && answer.members.length === 0;

/** Every n-th answer is another one. */
const everyNthAnswer =
  (n: number, alter: (answer: Answer) => Answer): Alter =>
  (stages) => {
    const isTurn = everyNth(n);
    return answering((answer) => (isTurn() ? alter(answer) : answer))(stages);
  };

const withoutTags = (answer: Answer): Answer => (answer.kind === 'tags' ? { ...answer, tags: [] } : answer);

/** In a crowd an answer is made with what the request before it left behind. */
function inCrowd(stages: Stages, alter: (answer: Answer, before: Answer | undefined) => Answer): Stages {
  const count = crowd();
  let last: Answer | undefined;
  return answering((answer) => {
    const before = last;
    last = answer;
    return count() > CROWD ? alter(answer, before) : answer;
  })(stages);
}

/** In a crowd a call is made with what the one before it brought. */
function callsOfNeighbour(stages: Stages, alter: (call: ReadCall, before: ReadCall) => ReadCall): Stages {
  const count = crowd();
  let last: ReadCall | undefined;
  return calling((call) => {
    const before = last;
    last = call;
    return count() > CROWD && before !== undefined ? alter(call, before) : call;
  })(stages);
}

const READS: readonly Mutant[] = [
  {
    name: 'reading-takes-a-tag',
    clause: '1/read-only',
    description: 'loses a tag with every read',
    alter: byReads((tags, reads) => tags.slice(0, Math.max(tags.length - reads, 0))),
  },
  {
    name: 'reading-leaves-a-tag',
    clause: '1/read-only',
    description: 'notes in a tag that the subject was read before',
    alter: byReads((tags, reads) => (reads === 0 ? tags : [...tags, SEEN_TAG])),
  },
  {
    name: 'malformed-body-spoils-next',
    clause: '1/read-only',
    description: 'refuses the request after one whose body was not JSON',
    alter: afterOthers((answer, before) =>
      isMalformed(before) && !isMalformed(answer) ? refusal('InvalidRequestParameters', 'not read') : answer,
    ),
  },
  {
    name: 'lockout-after-wrong-key',
    clause: '1/read-only',
    description: 'refuses the request after one with a wrong secret key, from any caller',
    alter: afterOthers((answer, before) =>
      before?.kind === 'refused' && before.code === 'SecretInvalid' && answer.kind === 'tags'
        ? refusal('OperationNotAllow', 'locked')
        : answer,
    ),
  },
  {
    name: 'every-fourth-fails',
    clause: '1/read-only',
    description: 'answers every fourth request with InternalServerError',
    alter: everyNthAnswer(4, () => refusal('InternalServerError', 'no connection left')),
  },
  {
    name: 'every-thirtieth-without-tags',
    clause: '1/read-only',
    description: 'answers every thirtieth request without tags',
    alter: everyNthAnswer(30, withoutTags),
  },
  {
    name: 'crowd-loses-tags',
    clause: '1/read-only',
    description: 'lists no tags where many requests come at once',
    alter: (stages) => inCrowd(stages, withoutTags),
  },
];

const TARGETS: readonly Mutant[] = [
  {
    name: 'crowd-gets-neighbours-answer',
    clause: '1/one-target',
    description: 'answers as it did the request before where many come at once',
    alter: (stages) => inCrowd(stages, (answer, before) => before ?? answer),
  },
  {
    name: 'crowd-shares-keys',
    clause: '5.3/wrong',
    description: 'judges a request by the secret key of the one before where many come at once',
    alter: (stages) => callsOfNeighbour(stages, (call, { key }) => ({ ...call, key })),
  },
  {
    name: 'crowd-shares-tokens',
    clause: '5.1/issued',
    description: 'judges a request by the token of the one before where many come at once',
    alter: (stages) => callsOfNeighbour(stages, (call, { token }) => ({ ...call, token })),
  },
  {
    name: 'cache-without-kind',
    clause: '1/one-target',
    description: 'remembers subjects by game and id, whatever their kind',
    alter: remembering((_, game, id) => `${game} ${id}`),
  },
  {
    name: 'cache-without-game',
    clause: '1/one-target',
    description: 'remembers subjects by kind and id, whatever their game',
    alter: remembering((resource, _, id) => `${resource} ${id}`),
  },
  {
    name: 'cache-by-first-characters',
    clause: '1/one-target',
    description: 'remembers subjects by all characters of the id but the last',
    alter: remembering((resource, game, id) => `${resource} ${game} ${id.slice(0, -1)}`),
  },
  {
    name: 'client-keeps-first-subject',
    clause: '1/one-target',
    description: 'answers a client about the subject that it first asked for',
    alter: (stages) => {
      const first = new Map<string, Answer>();
      let agent = '';
      return answering((answer) => {
        if (answer.kind !== 'tags') return answer;
        const known = first.get(agent) ?? answer;
        first.set(agent, known);
        return known;
      })({
        ...stages,
        read: (incoming) => {
          agent = headerOf(incoming, 'User-Agent') ?? '';
          return stages.read(incoming);
        },
      });
    },
  },
];

export const STATE_MUTANTS: readonly Mutant[] = [...READS, ...TARGETS];
