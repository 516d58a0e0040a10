/** The simulator as a function: read, decide, encode, send. Sockets and in-process callers share it. */
import { RULEBOOK } from '../../src/judge/rules/rulebook.ts';
import type { Facts } from '../../src/judge/rules/ruling.ts';
import { refusal } from './answer.ts';
import { chooseTags } from './decide/choose-tags.ts';
import { conditionsOf } from './decide/conditions.ts';
import { decide, type Deciding } from './decide/decide.ts';
import { encoderOf } from './write/encode.ts';
import { provokedFaults } from './read/faults.ts';
import type { Incoming } from './incoming.ts';
import { backendOptions, optionsByEndpoint } from './options-at.ts';
import { readerOf } from './read/read-call.ts';
import { routerFor } from './read/route.ts';
import { faulty } from '../faults/fault.ts';
import { completeOptions, type CompleteOptions, type SimulatorOptions } from '../server/simulator-options.ts';
import type { Delivery, Encoded, Stages } from './stages.ts';
import type { ReplyFormat } from './write/reply-formatting.ts';

/** Answers a request. It never throws: an exception inside is an InternalServerError (§7.1). */
export type Pipeline = (incoming: Incoming) => Delivery;

const senderOf =
  ({ chunked = false, closeConnections = false }: ReplyFormat) =>
  ({ status, headers, body }: Encoded): Delivery => ({
    kind: 'reply',
    status,
    headers,
    body,
    chunked,
    close: closeConnections,
  });

function stagesOf(options: CompleteOptions): Stages {
  const { store, dialect, format, provoke, basePath, clock } = options;
  const backend = backendOptions(dialect);
  return options.alter({
    read: readerOf({
      store,
      options: backend,
      route: routerFor(backend, basePath),
      faults: provokedFaults(provoke),
    }),
    rules: RULEBOOK,
    admit: conditionsOf(optionsByEndpoint(dialect), clock),
    lookup: (resource, game, id) => store.subject(resource, game, id),
    tags: chooseTags,
    encode: encoderOf(backend, format),
    send: senderOf(format),
  });
}

const INTERNAL = refusal('InternalServerError', 'the simulator failed; its log says more');

type Answering = Deciding & Pick<CompleteOptions, 'faults' | 'observe'>;

function answering(incoming: Incoming, parts: Answering): Delivery {
  const { stages, faults, observe } = parts;
  const reading = stages.read(incoming);
  const call = reading.kind === 'call' ? reading.call : undefined;
  const fault = faults.choose === undefined ? undefined : faults.choose(call, incoming);
  const answer = fault?.answer ?? (reading.kind === 'call' ? decide(reading.call, parts) : reading.answer);
  const sent = stages.send(stages.encode(answer, call), incoming);
  const delivery = fault === undefined ? sent : faulty(sent, fault);
  if (observe !== undefined) observe(incoming, call, answer, delivery, fault);
  return delivery;
}

/** The pipeline of a simulator with these options. */
export function pipelineOf(given: SimulatorOptions): Pipeline {
  const options = completeOptions(given);
  const stages = stagesOf(options);
  const { store, extensions } = options;
  const facts: Facts = {
    world: store,
    extensions,
    get catalogue() {
      return store.tagKeys;
    },
  };
  const { faults, observe } = options;
  const parts: Answering = { facts, dialect: optionsByEndpoint(options.dialect), stages, faults, observe };
  const encode = encoderOf(backendOptions(options.dialect), options.format);
  const send = senderOf(options.format);
  return (incoming) => {
    try {
      return answering(incoming, parts);
    } catch (error) {
      options.log(
        `internal failure: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      const delivery = send(encode(INTERNAL));
      observe?.(incoming, undefined, INTERNAL, delivery, undefined);
      return delivery;
    }
  };
}
