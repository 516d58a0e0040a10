/** Whether bytes are one reply and nothing else: the quick look that spares most replies a second reading. */
import { replyHeader, type Reply } from '../../http/exchange.ts';

const HEAD_END = '\r\n\r\n';

/** False where it takes a closer look. */
export function isExactly(bytes: Uint8Array, reply: Reply): boolean {
  const length = replyHeader(reply, 'content-length');
  if (length === undefined || !/^[0-9]+$/.test(length)) return false;
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(HEAD_END, 0, 'latin1');
  return (
    end !== -1 &&
    bytes.length === end + HEAD_END.length + reply.body.length &&
    reply.body.length === Number(length)
  );
}
