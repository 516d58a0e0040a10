/** Whether bytes are one reply and nothing else: the quick look that spares most replies a second reading. */
import { replyHeader, type Reply } from '../../http/exchange.ts';

const HEAD_END = '\r\n\r\n';

/** False where it takes a closer look. */
export function isExactly(chunks: readonly Uint8Array[], reply: Reply): boolean {
  const [first] = chunks;
  const length = replyHeader(reply, 'content-length');
  if (first === undefined || length === undefined || !/^[0-9]+$/.test(length)) return false;
  const end = Buffer.from(first.buffer, first.byteOffset, first.byteLength).indexOf(HEAD_END, 0, 'latin1');
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return (
    end !== -1 && size === end + HEAD_END.length + reply.body.length && reply.body.length === Number(length)
  );
}
