/** Defects of the wire that show in the bytes of a reply or in their place, often in one reply of many. */
import { hangingUp } from '../../alterations/answers.ts';
import { framedAs, type Form, type OfReplies } from '../../alterations/framing.ts';
import { everyNth } from '../../alterations/times.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const LONG = 8000;
const FEW = 9;
const isLong: OfReplies = ({ body }) => body.length > LONG;

/** Every n-th reply of a simulator in this form. */
const atTimes =
  (n: number, form: Form): Alter =>
  (stages) => {
    const isNth = everyNth(n);
    return framedAs(() => isNth(), form)(stages);
  };

/** Bodies in chunks, with a line for the size of the only one. */
const oneChunk =
  (size: (length: number) => string) =>
  (body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${size(body.length)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
const CHUNKED = 'Transfer-Encoding: chunked';
const lengthOf = (length: number): string => `Content-Length: ${length}`;

const FRAMED: readonly Mutant[] = breaking({
  '1/http-200/reply': {
    'length-too-large': [
      'announces more bytes than it sends in a long reply',
      framedAs(isLong, { framing: (length) => [lengthOf(length + FEW)] }),
    ],
    'length-and-chunks': [
      'announces a length in addition to the chunks of a long reply',
      framedAs(isLong, {
        framing: (length) => [lengthOf(length), CHUNKED],
        body: oneChunk((length) => length.toString(16)),
      }),
    ],
    'bad-chunk-size': [
      'writes the sizes of chunks in a form that is not a number',
      framedAs(isLong, { framing: () => [CHUNKED], body: oneChunk((length) => `0x${length}h`) }),
    ],
    'chunk-too-long': [
      'sends more bytes in a chunk of a long reply than its size',
      framedAs(isLong, {
        framing: () => [CHUNKED],
        body: oneChunk((length) => (length - FEW).toString(16)),
      }),
    ],
  },
  '1/http-200/first-try': {
    'hangs-up-at-times': [
      'closes the connection on every 300th request, without a reply',
      (stages) => {
        const isNth = everyNth(300);
        return hangingUp(() => isNth())(stages);
      },
    ],
  },
  '1/http-200/framing': {
    'two-lengths-at-times': [
      'announces two different lengths in every 300th reply',
      atTimes(300, { framing: (length) => [lengthOf(length), lengthOf(length + 1)] }),
    ],
    'bare-line-ends': [
      'ends the lines of the head of every 100th reply with LF alone',
      atTimes(100, { lineEnd: '\n' }),
    ],
    'folded-header': [
      'folds a header line of every 100th reply',
      atTimes(100, { line: (name, value) => `${name}:\r\n ${value}` }),
    ],
  },
  '1/json': {
    'length-too-small': [
      'announces fewer bytes than it sends in a long reply',
      framedAs(isLong, { framing: (length) => [lengthOf(length - FEW)] }),
    ],
  },
});

/** Only a socket shows them. */
export const FRAMING_MUTANTS: readonly Mutant[] = FRAMED.map((mutant) => ({ ...mutant, framing: true }));
