/** What a world offers to make requests of: for each endpoint the plain fixtures, all names, and which of them fit one another. */
import { ENDPOINTS, type Endpoint, type EndpointId } from '../../spec/endpoints.ts';
import { membersOf, type MemberSpec } from '../../spec/members.ts';
import { cast } from '../../cases/cast/cast.ts';
import { spread } from '../../cases/plan/vary.ts';
import { askedId, madeUpSubject } from '../../cases/cast/subject-role.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import {
  type AuthToken,
  holdsRule,
  isOwnersToken,
  keyFitsGame,
  mayOpen,
  type SecretKey,
  type Subject,
  tokensInForce,
  UNKNOWN,
} from '../../world/world.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { Step, StepGiven } from './step.ts';
import type { AskedSubject, Roles } from '../../cases/planned.ts';

/** What is asked on one endpoint. */
export interface EndpointInputs {
  readonly endpoint: Endpoint;
  readonly plain: StepGiven;
  /** Why the plain request can not succeed here: what to declare; undefined: it can. */
  readonly lacks: string | undefined;
  /** Key, token and subject that fit one another, the plain ones first. Never empty. */
  readonly fitting: readonly StepGiven[];
  /** Subjects of the endpoint's resource, existing and absent, and a made-up one. */
  readonly targets: readonly Pick<StepGiven, 'game' | 'id'>[];
  readonly members: readonly MemberSpec[];
}

export interface FuzzInputs {
  readonly facts: TargetFacts;
  readonly endpoints: readonly EndpointInputs[];
  /** Names of all secret keys without declared limits: how busy a key is counts as a condition, not as a rule. */
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
  readonly games: readonly string[];
  /** Whether malformed HTTP and unusual framings may be sent. */
  readonly wire: boolean;
  key(name: string | undefined): SecretKey | undefined;
  token(name: string | undefined): AuthToken | undefined;
}

/** The most subjects of a kind that are asked about; a world may have millions. */
const MAX_SUBJECTS = 150;
/** The most keys, and the most tokens, that are tried for each subject. */
const MAX_PARTNERS = 4;

/** From this many tags on, a reply costs as much as many others: ask about such subjects only now and then. */
const MANY_TAGS = 50;
/** The same for a value of this many characters. */
const LONG_VALUE = 20_000;
const isLarge = ({ tags }: Subject): boolean =>
  tags !== UNKNOWN && (tags.length >= MANY_TAGS || tags.some(({ value }) => value.length >= LONG_VALUE));

const givenOf = ({ key, token, subject }: Pick<Roles, 'key' | 'token' | 'subject'>): StepGiven => ({
  key: key?.name,
  token: token?.name,
  game: subject.game,
  id: subject.id,
});

const isUnlimited = ({ limits }: SecretKey): boolean =>
  limits.requestsPerSecond === undefined && limits.sessions === undefined;

/** §5.4: who asks about another needs the rule for that. */
const mayAsk = (
  { otherRule }: Endpoint,
  key: SecretKey,
  token: AuthToken | undefined,
  subject: Subject,
): boolean =>
  token === undefined ||
  subject.owners === UNKNOWN ||
  holdsRule(key, otherRule) !== false ||
  isOwnersToken(token, subject.owners);

function fittingFor(
  endpoint: Endpoint,
  subjects: readonly Subject[],
  facts: TargetFacts,
): readonly StepGiven[] {
  const { secretKeys, authTokens } = facts.world;
  const unlimited = secretKeys.filter(isUnlimited);
  return subjects.flatMap((subject) => {
    const most = isLarge(subject) ? 1 : MAX_PARTNERS;
    const keys = unlimited
      .filter((key) => mayOpen(key, endpoint) && keyFitsGame(key, subject.game))
      .slice(0, most);
    const tokens: readonly (AuthToken | undefined)[] =
      endpoint.variant === 'client' ? tokensInForce(authTokens, subject).slice(0, most) : [undefined];
    return keys.flatMap((key) =>
      tokens
        .filter((token) => mayAsk(endpoint, key, token, subject))
        .map((token) => ({ key: key.name, token: token?.name, game: subject.game, id: subject.id })),
    );
  });
}

function plainFixtures(
  endpoint: Endpoint,
  facts: TargetFacts,
): { readonly given: StepGiven; readonly lacks?: string } {
  const has = { key: true, token: endpoint.variant === 'client', subject: 'existing' } as const;
  const found = cast({ endpoint, given: {}, has, prefer: undefined }, facts);
  if (!('need' in found)) return { given: givenOf(found) };
  const subject = madeUpSubject(endpoint.resource, facts.world.games[0] ?? IMPLICIT_GAME);
  const key = facts.world.secretKeys.find(
    (each) => isUnlimited(each) && (each.role === UNKNOWN || each.role === endpoint.role),
  );
  const token = endpoint.variant === 'client' ? facts.world.authTokens[0] : undefined;
  return { given: givenOf({ key, token, subject }), lacks: found.need };
}

function endpointInputsOf(endpoint: Endpoint, facts: TargetFacts): EndpointInputs {
  const { world, extensions } = facts;
  const { given, lacks } = plainFixtures(endpoint, facts);
  const subjects = spread(
    world.subjects.filter(({ resource }) => resource === endpoint.resource),
    MAX_SUBJECTS,
  );
  const absent = spread(
    [...world.absents, ...world.inventions].filter(({ resource }) => resource === endpoint.resource),
    MAX_SUBJECTS,
  ).flatMap(({ id }) => world.games.map((game) => ({ game, id })));
  const { game, id } = madeUpSubject(endpoint.resource, world.games[0] ?? IMPLICIT_GAME);
  return {
    endpoint,
    plain: given,
    lacks,
    fitting: [given, ...fittingFor(endpoint, subjects, facts)],
    targets: [
      ...subjects.map((subject) => ({ game: subject.game, id: subject.id })),
      ...absent,
      { game, id },
    ],
    members: membersOf(endpoint.id, extensions),
  };
}

/** Gathers the inputs of a target. `wire`: whether malformed HTTP and unusual framings may be sent. */
export function fuzzInputsOf(facts: TargetFacts, wire: boolean): FuzzInputs {
  const { secretKeys, authTokens, games } = facts.world;
  const keys = new Map(secretKeys.map((key) => [key.name, key]));
  const tokens = new Map(authTokens.map((token) => [token.name, token]));
  return {
    facts,
    endpoints: ENDPOINTS.map((endpoint) => endpointInputsOf(endpoint, facts)),
    keys: secretKeys.filter(isUnlimited).map(({ name }) => name),
    tokens: authTokens.map(({ name }) => name),
    games: games.filter((game) => game !== IMPLICIT_GAME),
    wire,
    key: (name) => (name === undefined ? undefined : keys.get(name)),
    token: (name) => (name === undefined ? undefined : tokens.get(name)),
  };
}

/** The inputs of one endpoint. Every endpoint has some. */
export function inputsFor({ endpoints }: FuzzInputs, id: EndpointId): EndpointInputs {
  const found = endpoints.find(({ endpoint }) => endpoint.id === id);
  if (found === undefined) throw new TypeError(`no inputs for ${id}`);
  return found;
}

/** The callers who may ask about a subject on an endpoint; undefined: the world has no such caller. */
export function askerFor(
  { fitting }: EndpointInputs,
  { game, id }: Pick<StepGiven, 'game' | 'id'>,
): StepGiven | undefined {
  return fitting.find((given) => given.game === game && given.id === id);
}

/** The subject that a step asks about. */
export function askedSubjectOf(
  { facts: { world } }: FuzzInputs,
  { resource }: Endpoint,
  { game, id }: StepGiven,
): AskedSubject {
  return askedId(world, resource, game, id);
}

/** The valid request with the plainest caller and subject. */
export function plainStep({ endpoint, plain }: EndpointInputs): Step {
  return { endpoint: endpoint.id, given: plain, send: {} };
}
