/** Short builders of orientation inquiries: the request and its answer. */
import type { RefusalCode } from '../../../../spec/codes.ts';
import { endpointOf, type EndpointId } from '../../../../spec/endpoints.ts';
import type { AskedSubject } from '../../../../cases/planned.ts';
import type { DeclaredWorld } from '../../../../world/declared-world.ts';
import type { Answered, Asked, Inquiry, SubjectOrigin } from '../inquiry.ts';

export const OK = (...items: readonly (readonly [key: string, value: string])[]): Answered => ({
  kind: 'tags',
  tags: items.map(([key, value]) => ({ key, value })),
  sound: true,
});
export const NOT_FOUND: Answered = { kind: 'not-found', bare: true };
export const refusedWith = (code: RefusalCode, ...members: readonly string[]): Answered => ({
  kind: 'refused',
  code,
  members,
});

export interface Question {
  readonly key: string;
  readonly on: EndpointId;
  /** The requested id: a declared one, unless `origin` says otherwise. */
  readonly about: string;
  readonly origin?: SubjectOrigin;
  readonly game?: string;
  readonly token?: string;
  readonly gameId?: string;
  readonly tagKeys?: readonly string[];
}

function byName<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find((each) => each.name === name);
  if (found === undefined) throw new Error(`nothing is named ${name}`);
  return found;
}

/** Builds an inquiry in this world. */
export function inquiry(world: DeclaredWorld, question: Question, answered: Answered): Inquiry {
  const { key, on, about, origin = 'declared', token, gameId, tagKeys } = question;
  const endpoint = endpointOf(on);
  const [only = ''] = world.games;
  const game = question.game ?? only;
  const found = world.subject(endpoint.resource, game, about);
  const subject: AskedSubject = {
    resource: endpoint.resource,
    id: about,
    game,
    exists: found.is === 'present' ? found.value : undefined,
  };
  const asked: Asked = {
    endpoint,
    key: byName(world.secretKeys, key),
    token: token === undefined ? undefined : byName(world.authTokens, token),
    subject,
    origin,
    gameId,
    tagKeys,
  };
  const request = { endpoint: on, method: 'POST', path: endpoint.path, headers: [], body: undefined };
  const outcome = { kind: 'no-reply', why: 'closed', detail: 'made by hand' } as const;
  return { name: `orientation/${key}@${on}`, asked, answered, exchange: { request, outcome, ms: 0 } };
}
