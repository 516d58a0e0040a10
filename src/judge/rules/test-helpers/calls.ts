/** Calls and small worlds for the tests of the rules, and rulings described in one line. */
import { endpointOf, PERMISSION_RULES, type EndpointId } from '../../../spec/endpoints.ts';
import type { Extension } from '../../../spec/members.ts';
import { RETURN_CODES } from '../../../spec/codes.ts';
import { declaredWorld, type DeclaredWorld, type WorldFacts } from '../../../world/declared-world.ts';
import type { AuthToken, SecretKey, Subject } from '../../../world/world.ts';
import { type Body, type Call, type ContentTypeKind, NEVER_ISSUED, type Presented } from '../call.ts';
import { fromPlain, isObject } from '../json.ts';
import { rulingsOn } from '../rulebook.ts';
import type { AnyRefusal, Rule, Ruling, Alternative } from '../ruling.ts';

export const ANN = 'playerann1';
export const BOB = 'playerbob2';

/** A key of game one with every rule of the document. */
export const key = (role: SecretKey['role'], more: Partial<SecretKey> = {}): SecretKey => ({
  name: 'key',
  role,
  game: 'one',
  rules: new Set(PERMISSION_RULES),
  limits: {},
  ...more,
});

export const token = (userId: string = ANN, game: string = 'one', expired: boolean = false): AuthToken => ({
  name: 'token',
  holder: { kind: 'player', userId, game },
  expired,
});

export const DASHBOARD: AuthToken = { name: 'dashboard', holder: { kind: 'dashboard' }, expired: false };

const player = (id: string, game: string = 'one'): Subject => ({
  resource: 'gamePlayer',
  id,
  game,
  owners: [id],
  tags: [{ key: 'vip', value: `${id} in ${game}` }],
});

export const subject = (
  resource: Subject['resource'],
  id: string,
  owners: Subject['owners'],
  tags: Subject['tags'] = [],
): Subject => ({ resource, id, game: 'one', owners, tags });

const FACTS: WorldFacts = {
  complete: true,
  limits: {},
  games: ['one', 'two'],
  secretKeys: [],
  authTokens: [],
  subjects: [player(ANN), player(BOB), player(ANN, 'two')],
  absents: [{ resource: 'gamePlayer', id: 'nosuchplay' }],
  inventions: [],
};

/** A world of two games, Ann in both and Bob in the first; the player `nosuchplay` is absent. */
export const worldOf = (more: Partial<WorldFacts> = {}): DeclaredWorld =>
  declaredWorld({ ...FACTS, ...more });

export interface Asked {
  readonly on?: EndpointId;
  readonly key?: SecretKey | Presented<SecretKey>['is'];
  readonly token?: AuthToken | Presented<AuthToken>['is'];
  /** The Game-Id; undefined: no such header. */
  readonly game?: string;
  readonly type?: ContentTypeKind;
  /** The members of the body, or why it has no members. */
  readonly body?: Readonly<Record<string, unknown>> | 'not-json' | 'not-object';
  readonly bytes?: number;
}

function presented<T extends object>(what: T | Presented<T>['is'], usual: T): Presented<T> {
  if (typeof what !== 'string') return { is: 'known', value: what };
  return what === 'known' ? { is: 'known', value: usual } : what === 'unknown' ? NEVER_ISSUED : { is: what };
}

function bodyOf(body: NonNullable<Asked['body']>): Body {
  if (typeof body === 'string') return { is: body };
  const members = fromPlain(body);
  return isObject(members) ? { is: 'object', members } : { is: 'not-object' };
}

/** Ann's own call, with these differences. */
export function callOf(asked: Asked = {}): Call {
  const endpoint = endpointOf(asked.on ?? 'gamePlayer.client');
  const isClient = endpoint.variant === 'client';
  const { game, type = 'json', bytes = 2, body = { [endpoint.idMember]: ANN, tagKeys: ['vip'] } } = asked;
  return {
    endpoint,
    key: presented(asked.key ?? 'known', key(endpoint.role)),
    token: presented(asked.token ?? (isClient ? 'known' : 'missing'), token()),
    game: game === undefined ? { is: 'missing' } : game === '' ? { is: 'empty' } : { is: 'given', id: game },
    contentType: type,
    body: bodyOf(body),
    bytes,
  };
}

function describeRefusal(refusal: AnyRefusal): string {
  if (refusal.kind === 'http') return `HTTP ${refusal.statuses === 'any' ? 'any' : refusal.statuses.join()}`;
  const { code, member, unlisted } = refusal;
  if (unlisted === true) return `${RETURN_CODES[code]} unlisted`;
  const place = member?.element === undefined ? '' : `[${member.element}]`;
  return `${RETURN_CODES[code]}${member === undefined ? '' : ` ${member.member}${place} ${member.type}`}`;
}

/** Describes alternatives as `option → refusal`, grouped by option; those without an option apply always. */
function describeAlternatives(alternatives: readonly Alternative[]): string {
  const refusals = new Map<string, string[]>();
  for (const { when, refusal } of alternatives) {
    const option = when.map((each) => each.option).join('&');
    refusals.set(option, [
      ...(refusals.get(option) ?? []),
      refusal === undefined ? 'holds' : describeRefusal(refusal),
    ]);
  }
  return [...refusals]
    .map(([option, each]) => `${option === '' ? '' : `${option} → `}${each.join(', ')}`)
    .join(' | ');
}

/** Describes a ruling as `clause question: option → refusal | …`. */
export function describeRuling({ clause, alternatives }: Ruling): string {
  const questions = [...new Set(alternatives.flatMap(({ when }) => when.map(({ question }) => question)))];
  return `${clause}${questions.map((each) => ` ${each}`).join('')}: ${describeAlternatives(alternatives)}`;
}

/** Describes the rulings of one rule, or of the whole rulebook, on a call in a world. */
export function describeRulings(
  call: Call,
  rule?: Rule,
  world: DeclaredWorld = worldOf(),
  extensions: readonly Extension[] = [],
): readonly string[] {
  const facts = { world, extensions };
  return rulingsOn(call, facts, ...(rule === undefined ? [] : [[rule]])).map(describeRuling);
}
