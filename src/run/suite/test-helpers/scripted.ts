/** A target that answers by a script, and a run against it. */
import type { Exchange, NoReplyWhy, Outcome, Transport } from '../../../http/exchange.ts';
import type { Request } from '../../../http/request.ts';
import { partialDialect } from '../../../spec/dialect/dialect.ts';
import type { Instance } from '../../../cases/format/instance.ts';
import { factsOf, instancesOf, WORLD } from '../../../cases/test-helpers/made.ts';
import {
  runHead,
  type CaseFinished,
  type RunEvent,
  type RunFinished,
} from '../../../report/record/events.ts';
import { run, type RunOptions, type RunOutcome } from '../run.ts';

export function reply(json: unknown, status = 200): Outcome {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return { kind: 'reply', status, headers: [['Content-Type', 'application/json']], body: Buffer.from(text) };
}

export const refused = (returnCode: number): Outcome => reply({ returnCode });
export const noReply = (why: NoReplyWhy, detail = `because ${why}`): Outcome => ({
  kind: 'no-reply',
  why,
  detail,
});

/** The reply Ok with these tags. */
export function tags(...items: readonly (readonly [key: string, value: string])[]): Outcome {
  const list = items.map(([key, value]) => ({ key, value }));
  return reply({ returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: { tags: list } } });
}

/** The right envelope for the plainest group of the conformance world, with these changes. */
export const larks = (changes: object = {}, errorCode: unknown = 1) => ({
  returnCode: 1,
  parameters: {
    errorCode,
    infoResponseParameters: {
      tags: [
        { key: 'motto', value: 'rise early' },
        { key: 'color', value: 'blue' },
      ],
    },
  },
  ...changes,
});

/** The right answers for the plainest group and for another one. */
export const LARKS = tags(['motto', 'rise early'], ['color', 'blue']);
export const OTHERS = tags(['motto', 'sleep in']);

/** The endpoint of the made cases. */
export const ON = 'group.server';

/** Plain cases of one group, `made/case-1` and so on. */
export const plainCases = (count: number): readonly Instance[] =>
  instancesOf(...Array.from({ length: count }, (_, index) => ({ id: `made/case-${index + 1}`, for: ON })));

export const idOf = (name: string): string => `made/${name}@${ON}`;

/** Reads the case of a request from its User-Agent. */
export function caseOf({ headers }: Request): string {
  const agent = headers.find(([name]) => name === 'User-Agent')?.[1];
  return /\((.+)\)$/.exec(typeof agent === 'string' ? agent : '')?.[1] ?? '';
}

/** `index` counts the requests of the same case from 0; the preflight counts as a case. */
export type Script = (request: Request, index: number, signal: AbortSignal) => Outcome | Promise<Outcome>;

export interface Scripted extends Transport {
  /** All requests sent, starting with the three of the preflight. */
  readonly sent: readonly Request[];
  /** For each case, the cases with a request under way at the same time, itself included. */
  readonly company: ReadonlyMap<string, ReadonlySet<string>>;
  /** The most requests under way at once. */
  readonly most: number;
  /** Separate connections: whether each is still open, and how many requests it has sent. */
  readonly singles: readonly { sent: number; open: boolean }[];
}

const PREFLIGHT = 'preflight';

export function scripted(script: Script, preflightReply: Script = () => refused(-10)): Scripted {
  const sent: Request[] = [];
  const counts = new Map<string, number>();
  const company = new Map<string, Set<string>>();
  const under: string[] = [];
  const singles: { sent: number; open: boolean }[] = [];
  let most = 0;

  function begin(name: string): void {
    under.push(name);
    most = Math.max(most, under.length);
    for (const each of under) company.set(each, new Set([...(company.get(each) ?? []), ...under]));
  }

  async function send(request: Request, signal = new AbortController().signal): Promise<Exchange> {
    const name = caseOf(request);
    const index = counts.get(name) ?? 0;
    counts.set(name, index + 1);
    sent.push(request);
    begin(name);
    const aborted = new Promise<Outcome>((resolve) => {
      const stop = (): void => resolve(noReply('aborted', 'the run was ended'));
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    const answer = name === PREFLIGHT ? preflightReply : script;
    const outcome = await Promise.race([aborted, answer(request, index, signal)]);
    under.splice(under.indexOf(name), 1);
    return { request, outcome, ms: 1 };
  }

  function single(): Transport {
    const connection = { sent: 0, open: true };
    singles.push(connection);
    return {
      send: (request, signal) => {
        connection.sent += 1;
        return send(request, signal);
      },
      single,
      close: async () => void (connection.open = false),
    };
  }

  return {
    sent,
    company,
    singles,
    get most() {
      return most;
    },
    send,
    single,
    close: async () => {},
  };
}

/** A target that gives every case the same reply. */
export const answeringAll = (outcome: Outcome): Scripted => scripted(() => outcome);

export interface Ran {
  readonly events: readonly RunEvent[];
  readonly cases: readonly CaseFinished[];
  readonly ids: readonly string[];
  readonly finished: RunFinished;
  readonly outcome: RunOutcome;
}

/** Runs these instances with the plainest options, and these changes. */
export async function runOf(
  instances: readonly Instance[],
  transport: Transport,
  changes: Partial<RunOptions> = {},
): Promise<Ran> {
  const events: RunEvent[] = [];
  const outcome = await run({
    instances,
    facts: factsOf(WORLD, partialDialect()),
    transport,
    redaction: {
      mask: (text) => text,
      secretIn: () => undefined,
      curl: () => 'curl',
      secret: (name) => `<${name}>`,
    },
    head: runHead('the scripted target', [], new Date(0)),
    fresh: true,
    concurrency: 1,
    rate: undefined,
    failFast: false,
    setup: 'trust',
    signal: new AbortController().signal,
    ...changes,
    emit: (event) => {
      events.push(event);
      changes.emit?.(event);
    },
  });
  const finished = events.at(-1);
  if (finished?.kind !== 'run-finished') throw new Error('the last event is not run-finished');
  const cases = events.filter((event) => event.kind === 'case-finished');
  return { events, cases, ids: cases.map((event) => event.case.id), finished, outcome };
}
