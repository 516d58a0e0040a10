/** Who sends the requests of a case, and what they ask of endpoints that do not have it: a token, an id of another length. */
import { RESOURCE_FACTS, type Endpoint } from '../../spec/endpoints.ts';
import { AUTH_TOKEN } from '../../spec/headers.ts';
import type { YamlPath } from '../../world/yaml/path.ts';
import { hasIdLength } from '../../judge/rules/id-faults.ts';
import type { Complaint } from './exclusive-parts.ts';
import { endpointsFor, selectedEndpoints } from './instance.ts';
import { joinedParts, mergedGiven, mergedSend } from './merged.ts';
import { sendsToken } from './references.ts';
import type { PairPart, WrittenCase, WrittenStep } from './schema/case-schema.ts';
import type { Given } from './schema/given-schema.ts';
import type { Send } from './schema/send-schema.ts';

type Own = Pick<WrittenStep, 'given' | 'send' | 'each' | 'variant' | 'resource'> &
  Partial<Pick<WrittenCase | PairPart, 'for'>>;

/** A case, a step or a part of pairs: what it says itself, and what it comes to with the case around it or the parts within it. */
export interface SendingPart {
  readonly at: YamlPath;
  readonly own: Own;
  readonly given: Given;
  readonly send: Send;
  readonly endpoints: readonly Endpoint[];
}

/** The case, then its steps or the parts of its pairs. */
export function sendersOf(written: WrittenCase): readonly [SendingPart, ...SendingPart[]] {
  const { given = {}, send = {}, steps, pairs = [] } = written;
  const parts = (steps ?? pairs).map((own: Own, index): SendingPart => ({
    at: [steps === undefined ? 'pairs' : 'steps', index],
    own,
    given: mergedGiven(given, own.given),
    send: steps === undefined ? joinedParts(send, own.send ?? {}) : mergedSend(send, own.send),
    endpoints: endpointsFor(written, own).filter((each) =>
      selectedEndpoints(own.for ?? 'all').includes(each),
    ),
  }));
  const all: SendingPart = {
    at: [],
    own: written,
    given: parts.reduce((sum, part) => joinedParts(part.given, sum), given),
    send: parts.reduce((sum, part) => joinedParts(part.send, sum), send),
    endpoints:
      parts.length === 0 ? endpointsFor(written) : [...new Set(parts.flatMap((part) => part.endpoints))],
  };
  return [all, ...parts];
}

export const endpointIdList = (endpoints: Iterable<Endpoint>): string =>
  [...endpoints].map(({ id }) => id).join(', ');

/** A part of a case that is about the sender of a token, where none is sent. */
export function tokenFaults({ endpoints, send }: SendingPart, path: YamlPath): readonly Complaint[] {
  if (sendsToken(endpoints, send)) return [];
  const hint = `leave it out, name client endpoints, or add send: { headers: { set: { ${AUTH_TOKEN}: $token } } }`;
  return [{ path, message: `no token is sent here: ${endpointIdList(endpoints)} takes none`, hint }];
}

/** The subject of a case has an id as its kind has them; what is sent in its place may be anything. */
function ownIdFaults({ at, own, given, endpoints }: SendingPart): readonly Complaint[] {
  const id = given.subject?.id;
  // How long an id is that a target file fills in is not known yet.
  if (id === undefined || id.includes('<secret:')) return [];
  const misfit = endpoints
    .map(({ resource }) => RESOURCE_FACTS[resource])
    .find((facts) => !hasIdLength(id, facts));
  if (misfit === undefined) return [];
  const isOwn = own.given?.subject?.id !== undefined;
  const message = `a ${misfit.idMember} has ${misfit.idLength} characters, and "${id}" has ${[...id].length}`;
  const hint = `an id that is wrong on purpose goes into send: { set: { $id: ${JSON.stringify(id)} } }`;
  return [{ path: [...(isOwn ? at : []), 'given', 'subject', 'id'], message, hint }];
}

/** What those who send ask of endpoints that do not have it. */
export function endpointFaults([all, ...parts]: readonly [
  SendingPart,
  ...SendingPart[],
]): readonly Complaint[] {
  const withToken = [all, ...parts].filter(({ own }) => Object.keys(own.given?.token ?? {}).length > 0);
  return [
    ...withToken.flatMap((each) => tokenFaults(each, [...each.at, 'given', 'token'])),
    ...(parts.length === 0 ? [all] : parts).flatMap(ownIdFaults),
  ];
}
