/** Defects against §1 on the wire: requests in an odd form that the next one suffers from, and replies that are framed badly. */
import type { Incoming } from '../../simulator/pipeline/read/incoming.ts';
import { refusal } from '../../simulator/pipeline/answer.ts';
import type { Encoded } from '../../simulator/pipeline/stages.ts';
import { answering } from '../alterations/answers.ts';
import { headerOf, receiving } from '../alterations/requests.ts';
import type { Alter, Mutant } from './mutant.ts';

const LONG = 8000;

/** After a request of this kind every other one fails. */
const dyingOf =
  (isOdd: (incoming: Incoming) => boolean): Alter =>
  (stages) => {
    let dead = false;
    const failing = answering((answer) => (dead ? refusal('InternalServerError', 'out of order') : answer));
    return receiving((incoming) => {
      dead ||= isOdd(incoming);
      return incoming;
    })(failing(stages));
  };

/** Replies with these headers beside the right ones. */
const sendingAlso =
  (headers: (encoded: Encoded) => readonly string[]): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) =>
      stages.send({ ...encoded, headers: [...encoded.headers, ...headers(encoded)] }, incoming),
  });

export const TRANSPORT_MUTANTS: readonly Mutant[] = [
  {
    name: 'dead-after-garbage',
    clause: '1/http-200/reply',
    description: 'stops serving after bytes that are no HTTP',
    framing: true,
    alter: dyingOf(({ trouble }) => trouble === 'no HTTP'),
  },
  {
    name: 'dead-after-huge-head',
    clause: '1/http-200/reply',
    description: 'stops serving after a head that was too large',
    framing: true,
    alter: dyingOf(({ trouble }) => trouble === 'head too large'),
  },
  {
    name: 'dead-after-short-body',
    clause: '1/http-200/reply',
    description: 'stops serving after a body that was broken off',
    framing: true,
    alter: dyingOf(({ trouble }) => trouble === 'broken off'),
  },
  {
    name: 'dead-after-odd-expect',
    clause: '1/http-200/reply',
    description: 'stops serving after an Expect that it does not know',
    framing: true,
    alter: dyingOf((incoming) => !(headerOf(incoming, 'Expect') ?? '100-').startsWith('100-')),
  },
  {
    name: 'dead-after-upgrade',
    clause: '1/http-200/reply',
    description: 'stops serving after a request to upgrade',
    framing: true,
    alter: dyingOf((incoming) => headerOf(incoming, 'Upgrade') !== undefined),
  },
  {
    name: 'dead-without-host',
    clause: '1/http-200/reply',
    description: 'stops serving after a request without Host',
    framing: true,
    alter: dyingOf((incoming) => incoming.target !== '' && headerOf(incoming, 'Host') === undefined),
  },
  {
    name: 'dead-after-head',
    clause: '1/http-200/reply',
    description: 'stops serving after a HEAD',
    alter: dyingOf(({ method }) => method === 'HEAD'),
  },
  {
    name: 'two-lengths-on-long-replies',
    clause: '1/http-200/reply',
    description: 'announces a long reply with a second length that is too small',
    framing: true,
    alter: sendingAlso(({ body }) => (body.length > LONG ? ['Content-Length', '100'] : [])),
  },
];
