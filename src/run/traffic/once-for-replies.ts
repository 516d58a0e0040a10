/** A backend answers most requests again and again alike: what a reply to a request comes to is found out once. */
import type { Exchange } from '../../http/exchange.ts';
import type { Finding } from '../../judge/finding.ts';
import { leaksInHead } from '../../judge/reply/leaks.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import type { RecordedReply, TextLines } from './recorded.ts';

/** Longer replies are not remembered; of the others the last to each request, as long as they have so many bytes together. */
const MAX_LENGTH = 8192;
const MAX_BYTES = 8 * 1024 * 1024;

/** The headers by which a reply is judged; any other may only show what it must not. */
const JUDGED_BY: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'location']);
const NO_BODY = Buffer.alloc(0);

/** The headers of a reply that are not those of an earlier one, its time apart; undefined: it differs in what it is judged by. */
function newHeaders(before: RecordedReply, { status, headers, body }: RecordedReply): TextLines | undefined {
  if (status !== before.status || headers.length !== before.headers.length || !body.equals(before.body))
    return undefined;
  const others: TextLines[number][] = [];
  for (const [at, line] of headers.entries()) {
    const [name, value] = line;
    const [known, text] = before.headers[at] ?? [];
    if (name === known && value === text) continue;
    if (name !== known || JUDGED_BY.has(headerKey(name))) return undefined;
    if (headerKey(name) !== 'date') others.push(line);
  }
  return others;
}

/** Gives what the last reply to the same request came to where this one differs in nothing that matters, as by an id of its own in a header; else judges it. */
export function onceForReplies<Verdict extends { readonly findings: readonly Finding[] }>(
  secretLeaks: (exchange: Exchange) => readonly Finding[],
): (sent: object, reply: RecordedReply, exchange: Exchange, judge: () => Verdict) => Verdict {
  let last = new WeakMap<object, { readonly reply: RecordedReply; readonly verdict: Verdict }>();
  let bytes = 0;

  function isHarmless(headers: TextLines, exchange: Exchange): boolean {
    const outcome = { kind: 'reply', status: 0, headers, body: NO_BODY } as const;
    return leaksInHead(outcome).length === 0 && secretLeaks({ ...exchange, outcome }).length === 0;
  }

  return (sent, reply, exchange, judge) => {
    const known = last.get(sent);
    const headers = known && newHeaders(known.reply, reply);
    if (known !== undefined && headers !== undefined)
      if (headers.length === 0 || (known.verdict.findings.length === 0 && isHarmless(headers, exchange)))
        return known.verdict;
    const verdict = judge();
    if (reply.body.length <= MAX_LENGTH) {
      bytes += reply.body.length;
      if (bytes > MAX_BYTES) {
        last = new WeakMap();
        bytes = 0;
      }
      last.set(sent, { reply, verdict });
    }
    return verdict;
  };
}
