/** Defects against §1 and §3: the operations change no state, and each request gets the tags of its own subject. */
import type { TagItem } from '../../../src/spec/envelope.ts';
import type { Json } from '../../../src/judge/rules/json.ts';
import type { Lookup, Subject } from '../../../src/world/world.ts';
import { refusal, type BackendAnswer } from '../../../simulator/answer/answer.ts';
import type { ReadCall } from '../../../simulator/answer/stages.ts';
import { tagKeysSent } from '../../../src/judge/rules/call.ts';
import { answering } from '../../alterations/answers.ts';
import { calling, knowingClient } from '../../alterations/requests.ts';
import { findingSubject, listing } from '../../alterations/subjects.ts';
import { crowd, everyNth } from '../../alterations/times.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

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
  (alter: (answer: BackendAnswer, before: BackendAnswer | undefined) => BackendAnswer): Alter =>
  (stages) => {
    let last: BackendAnswer | undefined;
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
    return findingSubject(({ resource, game, id }, find) => {
      const key = keyOf(resource, game, id);
      const found = cache.get(key) ?? find({ resource, game, id });
      cache.set(key, found);
      return found;
    })(stages);
  };

const isMalformed = (answer: BackendAnswer | undefined): boolean =>
  answer?.kind === 'refused' && answer.code === 'InvalidRequestParameters' && answer.members.length === 0;

/** Tags are chosen by tagKeys that are made of those of a request and of those that were sent before. */
const mixingKeys =
  (mix: (sent: Json | undefined, before: Json | undefined) => Json | undefined): Alter =>
  (stages) => {
    let last: Json | undefined;
    return {
      ...stages,
      tags: (subject, sent, options, call) => {
        const before = last;
        last = sent ?? last;
        return stages.tags(subject, mix(sent, before), options, call);
      },
    };
  };

/** A refused request leaves its tagKeys to the next one, if that has none. */
const keysLeftByRefused: Alter = (stages) => {
  let sent: Json | undefined;
  let left: Json | undefined;
  const noting = calling((call) => {
    sent = tagKeysSent(call);
    return call;
  });
  const forgetting = answering((answer) => {
    left = answer.kind === 'refused' ? sent : undefined;
    return answer;
  });
  return forgetting(
    noting({
      ...stages,
      tags: (subject, keys, options, call) => stages.tags(subject, keys ?? left, options, call),
    }),
  );
};

/** Every n-th answer is another one. */
const everyNthAnswer =
  (n: number, alter: (answer: BackendAnswer) => BackendAnswer): Alter =>
  (stages) => {
    const isTurn = everyNth(n);
    return answering((answer) => (isTurn() ? alter(answer) : answer))(stages);
  };

const withoutTags = (answer: BackendAnswer): BackendAnswer =>
  answer.kind === 'tags' ? { ...answer, tags: [] } : answer;

/** In a crowd an answer is made with what the request before it left behind. */
const inCrowd =
  (alter: (answer: BackendAnswer, before: BackendAnswer | undefined) => BackendAnswer): Alter =>
  (stages) => {
    const count = crowd();
    return afterOthers((answer, before) => (count() > CROWD ? alter(answer, before) : answer))(stages);
  };

/** In a crowd a call has this part of the one before it. */
const sharing =
  (part: 'key' | 'token'): Alter =>
  (stages) => {
    const count = crowd();
    let last: ReadCall | undefined;
    return calling((call) => {
      const before = last ?? call;
      last = call;
      return count() > CROWD ? { ...call, [part]: before[part] } : call;
    })(stages);
  };

export const STATE_MUTANTS: readonly Mutant[] = breaking({
  '1/read-only': {
    'reading-takes-a-tag': [
      'loses a tag with every read',
      byReads((tags, reads) => tags.slice(0, Math.max(tags.length - reads, 0))),
    ],
    'reading-leaves-a-tag': [
      'notes in a tag that the subject was read before',
      byReads((tags, reads) => (reads === 0 ? tags : [...tags, SEEN_TAG])),
    ],
    'tag-keys-of-before': [
      'filters a request without tagKeys by those of the request before',
      mixingKeys((sent, before) => sent ?? before),
    ],
    'tag-keys-of-refused-before': [
      'filters a request without tagKeys by those of the refused request before',
      keysLeftByRefused,
    ],
    'malformed-body-spoils-next': [
      'refuses the request after one whose body was not JSON',
      afterOthers((answer, before) =>
        isMalformed(before) && !isMalformed(answer)
          ? refusal('InvalidRequestParameters', 'not read')
          : answer,
      ),
    ],
    'lockout-after-wrong-key': [
      'refuses the request after one with a wrong secret key, from any caller',
      afterOthers((answer, before) =>
        before?.kind === 'refused' && before.code === 'SecretInvalid' && answer.kind === 'tags'
          ? refusal('OperationNotAllow', 'locked')
          : answer,
      ),
    ],
    'every-fourth-fails': [
      'answers every fourth request with InternalServerError',
      everyNthAnswer(4, () => refusal('InternalServerError', 'no connection left')),
    ],
    'every-thirtieth-without-tags': [
      'answers every thirtieth request without tags',
      everyNthAnswer(30, withoutTags),
    ],
    'crowd-loses-tags': ['lists no tags where many requests come at once', inCrowd(withoutTags)],
  },
  '1/one-target': {
    'crowd-gets-neighbours-answer': [
      'answers as it did the request before where many come at once',
      inCrowd((answer, before) => before ?? answer),
    ],
    'cache-without-kind': [
      'remembers subjects by game and id, whatever their kind',
      remembering((_, game, id) => `${game} ${id}`),
    ],
    'cache-without-game': [
      'remembers subjects by kind and id, whatever their game',
      remembering((resource, _, id) => `${resource} ${id}`),
    ],
    'cache-by-first-characters': [
      'remembers subjects by all characters of the id but the last',
      remembering((resource, game, id) => `${resource} ${game} ${id.slice(0, -1)}`),
    ],
    'client-keeps-first-subject': [
      'answers a client about the subject that it first asked for',
      knowingClient((client) => (stages) => {
        const first = new Map<string, BackendAnswer>();
        return answering((answer) => {
          if (answer.kind !== 'tags') return answer;
          const known = first.get(client()) ?? answer;
          first.set(client(), known);
          return known;
        })(stages);
      }),
    ],
  },
  '5.3/wrong': {
    'crowd-shares-keys': [
      'judges a request by the secret key of the one before where many come at once',
      sharing('key'),
    ],
  },
  '5.1/issued': {
    'crowd-shares-tokens': [
      'judges a request by the token of the one before where many come at once',
      sharing('token'),
    ],
  },
});
