/** Defects against §1 on the wire: odd requests that the next one suffers from, badly framed replies, header fields meant for GET. */
import type { Incoming } from '../../../simulator/answer/incoming.ts';
import { refusal } from '../../../simulator/answer/answer.ts';
import type { Encoded } from '../../../simulator/answer/stages.ts';
import { answering, sending } from '../../alterations/answers.ts';
import { headerOf, receiving } from '../../alterations/requests.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

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
const sendingAlso = (headers: (encoded: Encoded) => readonly string[]): Alter =>
  sending((encoded) => ({ ...encoded, headers: [...encoded.headers, ...headers(encoded)] }));

/** Another reply to each request with this header field. */
const answeringField = (name: string, alter: (encoded: Encoded) => Encoded): Alter =>
  sending((encoded, incoming) => (headerOf(incoming, name) === undefined ? encoded : alter(encoded)));

/** How many bytes of a reply are given for a range. */
const RANGE = 8;

export const TRANSPORT_MUTANTS: readonly Mutant[] = breaking({
  '1/http-200/range': {
    'ranges-of-post': [
      'answers a POST with Range by the first bytes of the reply, as a static file server does',
      answeringField('Range', (encoded) => ({
        ...encoded,
        status: 206,
        body: Buffer.from(encoded.body).subarray(0, RANGE),
      })),
    ],
  },
  '1/http-200/status': {
    'not-modified-post': [
      'answers a POST with If-Modified-Since as not modified, as a cache does',
      answeringField('If-Modified-Since', (encoded) => ({ ...encoded, status: 304, body: '' })),
    ],
  },
  '1/http-200/reply': {
    'dead-after-garbage': [
      'stops serving after bytes that are not HTTP',
      dyingOf(({ trouble }) => trouble === 'no HTTP'),
      { framing: true },
    ],
    'dead-after-huge-head': [
      'stops serving after a head that was too large',
      dyingOf(({ trouble }) => trouble === 'head too large'),
      { framing: true },
    ],
    'dead-after-short-body': [
      'stops serving after a body that was broken off',
      dyingOf(({ trouble }) => trouble === 'broken off'),
      { framing: true },
    ],
    'dead-after-odd-expect': [
      'stops serving after an Expect that it does not know',
      dyingOf((incoming) => !(headerOf(incoming, 'Expect') ?? '100-').startsWith('100-')),
      { framing: true },
    ],
    'dead-after-upgrade': [
      'stops serving after a request to upgrade',
      dyingOf((incoming) => headerOf(incoming, 'Upgrade') !== undefined),
      { framing: true },
    ],
    'dead-without-host': [
      'stops serving after a request without Host',
      dyingOf((incoming) => incoming.target !== '' && headerOf(incoming, 'Host') === undefined),
      { framing: true },
    ],
    'dead-after-head': ['stops serving after a HEAD', dyingOf(({ method }) => method === 'HEAD')],
    'two-lengths-on-long-replies': [
      'announces a long reply with a second length that is too small',
      sendingAlso(({ body }) => (body.length > LONG ? ['Content-Length', '100'] : [])),
      { framing: true },
    ],
  },
});
