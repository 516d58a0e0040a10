/** Defects against §1 on the wire: odd requests that the next one suffers from, badly framed replies, header fields meant for GET. */
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

/** Replies with these headers in addition to the right ones. */
const sendingAlso =
  (headers: (encoded: Encoded) => readonly string[]): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) =>
      stages.send({ ...encoded, headers: [...encoded.headers, ...headers(encoded)] }, incoming),
  });

/** Another reply to each request with this header field. */
const answeringField =
  (name: string, alter: (encoded: Encoded) => Encoded): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) =>
      stages.send(headerOf(incoming, name) === undefined ? encoded : alter(encoded), incoming),
  });

/** How many bytes of a reply are given for a range. */
const RANGE = 8;

const GET_HEADERS: readonly Mutant[] = [
  {
    name: 'ranges-of-post',
    clause: '1/http-200/status',
    description: 'answers a POST with Range by the first bytes of the reply, as a static file server does',
    alter: answeringField('Range', (encoded) => ({
      ...encoded,
      status: 206,
      body: Buffer.from(encoded.body).subarray(0, RANGE),
    })),
  },
  {
    name: 'not-modified-post',
    clause: '1/http-200/status',
    description: 'answers a POST with If-Modified-Since as not modified, as a cache does',
    alter: answeringField('If-Modified-Since', (encoded) => ({ ...encoded, status: 304, body: '' })),
  },
];

export const TRANSPORT_MUTANTS: readonly Mutant[] = [
  ...GET_HEADERS,
  {
    name: 'dead-after-garbage',
    clause: '1/http-200/reply',
    description: 'stops serving after bytes that are not HTTP',
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
