/** Shared by the tests of the fuzzer: the inputs of the conformance world, faulty backends, and runs against them. */
import { inProcess } from '../../../simulator/server/in-process.ts';
import type { Alter } from '../../../mutants/defects/mutant.ts';
import { MUTANTS } from '../../../mutants/defects/mutants.ts';
import { storeOf } from '../../../simulator/world/store.ts';
import { completeDialect, partialDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import type { NoReplyWhy, Transport } from '../../http/exchange.ts';
import type { Redaction } from '../../report/record/redact.ts';
import { targetOf, type Target } from '../../run/send/target.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import {
  inProcessTransport,
  type InProcessReply,
  type InProcessRequest,
} from '../../../mutants/harness/in-process.ts';
import { secretStoreOf } from '../../http/secrets/secrets.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { fuzz, type FuzzOptions, type FuzzOutcome } from '../fuzz.ts';
import { fuzzInputsOf, plainStep, inputsFor, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import { PROPERTY_NAMES } from '../trials/properties.ts';
import type { Step, StepGiven } from '../trials/step.ts';

import type { EndpointId } from '../../spec/endpoints.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { ok } from '../../judge/test-helpers/replies.ts';

export const FILE = readTargetFile('fixtures/world.yaml', {});
export const DIALECT: Dialect = completeDialect(FILE.dialectAnswers);

/** The inputs of a world, with the other settings of the conformance world. */
export function madeOf(world: DeclaredWorld, wire = true): FuzzInputs {
  const { extensions, provoke: provocations } = FILE;
  return fuzzInputsOf({ world, extensions, provocations, dialect: DIALECT }, wire);
}

export const INPUTS = madeOf(FILE.world);
/** The same without malformed HTTP, as requests in process are function calls. */
export const WIRELESS = madeOf(FILE.world, false);
/** The same with all questions open: more answers are right, but one request has one answer. */
export const OPEN: FuzzInputs = { ...INPUTS, facts: { ...INPUTS.facts, dialect: partialDialect() } };

/** The tags of the group that a plain request asks about. */
export const LARKS = [
  { key: 'motto', value: 'rise early' },
  { key: 'color', value: 'blue' },
];

const SECRET_STORE = secretStoreOf(FILE.secrets);

export type Ask = (request: InProcessRequest) => Promise<InProcessReply>;

/** The simulator of the conformance world; `alter` changes its stages. */
export function simulator(alter?: Alter): Ask {
  const { world, secrets, extensions, provoke } = FILE;
  return inProcess({
    store: storeOf(world, secrets),
    dialect: DIALECT,
    extensions,
    provoke,
    ...(alter !== undefined && { alter }),
  });
}

/** A transport to a function that answers. */
export const transportTo = (answer: Ask): Transport =>
  inProcessTransport(answer, { secretStore: SECRET_STORE });

/** The simulator with some of its replies altered. */
export function altering(
  alter: (reply: InProcessReply, request: InProcessRequest) => InProcessReply | Promise<InProcessReply>,
): Transport {
  const ask = simulator();
  return transportTo(async (request) => alter(await ask(request), request));
}

export function mutant(name: string): Transport {
  const found = MUTANTS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no mutant ${name}`);
  return transportTo(simulator(found.alter));
}

/** The plain simulator. */
export const plain = (): Transport => transportTo(simulator());

/** A target that never answers. */
export const nobody = (): Transport =>
  transportTo(() => Promise.reject(new Error('the connection was closed')));

/** Answers this many requests and then none, for this reason. */
export function silentAfter(
  target: Transport,
  most: number,
  why: NoReplyWhy,
): { readonly transport: Transport; readonly asked: () => number } {
  let asked = 0;
  const send: Transport['send'] = async (request, signal) => {
    asked += 1;
    const exchange = await target.send(request, signal);
    return asked <= most ? exchange : { ...exchange, outcome: { kind: 'no-reply', why, detail: why } };
  };
  const single = (): Transport => ({ ...target, send, close: async () => {} });
  return { transport: { ...target, send, single }, asked: () => asked };
}

export function senderTo(transport: Transport, signal = new AbortController().signal): Target {
  return targetOf({ transport, signal, dialect: DIALECT, mask: (text) => text, rate: undefined });
}

export const REDACTION: Redaction = {
  mask: (text) => text,
  secretIn: () => undefined,
  curl: () => '',
  secret: (name) => `<${name}>`,
};

/** Fuzzes a transport with the usual options, and these changes. */
export function fuzzed(transport: Transport, changes: Partial<FuzzOptions> = {}): Promise<FuzzOutcome> {
  return fuzz({
    inputs: WIRELESS,
    transport,
    mask: (text) => text,
    target: 'in process',
    seed: 1,
    properties: PROPERTY_NAMES,
    concurrency: 4,
    runs: 1500,
    timeMs: undefined,
    rate: undefined,
    signal: new AbortController().signal,
    ...changes,
  });
}

/** A plain request to an endpoint, with these differences. */
export function step(endpoint: EndpointId, send: Send = {}, given: Partial<StepGiven> = {}): Step {
  const made = plainStep(inputsFor(INPUTS, endpoint));
  return { ...made, given: { ...made.given, ...given }, send };
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Parses the JSON of a body; undefined if it is not JSON. */
export function jsonOf({ body }: { readonly body?: Uint8Array | undefined }): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

/** The reply with other JSON. */
export function answering(reply: InProcessReply, json: unknown): InProcessReply {
  const body = encoder.encode(JSON.stringify(json));
  const headers = reply.headers.map(([name, value]): [string, string] => [
    name,
    name.toLowerCase() === 'content-length' ? String(body.length) : value,
  ]);
  return { ...reply, headers, body };
}

/** The value of a request's header. */
export function headerOf({ headers }: InProcessRequest, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** The tags of a success; none of any other reply. */
export const tagsIn = (reply: InProcessReply): readonly unknown[] =>
  (jsonOf(reply) as { parameters?: { infoResponseParameters?: { tags?: readonly unknown[] } } } | undefined)
    ?.parameters?.infoResponseParameters?.tags ?? [];

/** The reply as a success with these tags. */
export const withTags = (reply: InProcessReply, tags: readonly unknown[]): InProcessReply =>
  answering(reply, ok(tags));

/** The reply with another code, if it is a success. */
export const failing = (reply: InProcessReply, returnCode = -3): InProcessReply =>
  (jsonOf(reply) as { returnCode?: number } | undefined)?.returnCode === 1
    ? answering(reply, { returnCode })
    : reply;

/** Fails what comes right after a HEAD. */
export function brokenByHead(): Transport {
  let odd = false;
  return altering((reply, { method }) => {
    const hurt = odd;
    odd = method === 'HEAD';
    return hurt ? failing(reply) : reply;
  });
}

/** The keys of a request's tagKeys. */
export function keysOf(request: InProcessRequest): readonly unknown[] {
  const { tagKeys } = (jsonOf(request) ?? {}) as { tagKeys?: unknown };
  return Array.isArray(tagKeys) ? tagKeys : [];
}

/** Answers every second list of one key with all tags: right while the effect of tagKeys is open. */
export function wavering(): Transport {
  let count = 0;
  return altering((reply, request) => {
    if (keysOf(request).length !== 1) return reply;
    count += 1;
    return count % 2 === 0 ? withTags(reply, LARKS) : reply;
  });
}

/** Loses a tag for ever of each group of which more than one key is named. */
export function mutating(): Transport {
  const lost = new Map<string, number>();
  return altering((reply, request) => {
    const { groupId = '' } = (jsonOf(request) ?? {}) as { groupId?: string };
    const tags = tagsIn(reply);
    if (tags.length === 0 || groupId === '') return reply;
    const before = lost.get(groupId) ?? 0;
    if (keysOf(request).length > 1) lost.set(groupId, before + 1);
    return withTags(reply, tags.slice(before));
  });
}
