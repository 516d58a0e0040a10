/** Alterations of the caller: secret keys, tokens, games and the type of the body. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import { NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { INVENTED_GAME } from '../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import { type AlterationClass, literal, type StepAlteration } from './step.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import type { FuzzInputs, EndpointInputs } from './fuzz-inputs.ts';

const NEAR_MISS_NAMES = namesOf(NEAR_MISSES);
const isNearMiss = (name: StringAlteration): boolean =>
  (NEAR_MISS_NAMES as readonly StringAlteration[]).includes(name);
const STRING_NAMES = namesOf(STRING_ALTERATIONS).filter((name) => !isNearMiss(name));

type Headers = NonNullable<Send['headers']>;
const headers = (parts: Headers): StepAlteration => ({ send: { headers: parts } });
/** Values that were never issued. */
const NEVER_ISSUED = ['', ' ', 'nobodys', 'wr\u00F6ng'];
const REPEATS = ['same', 'cut-one', 'swap-case', 'empty'] as const;

/** The weight of a class that changes the caller, against one that only changes how a header is written. */
const OFTEN = 3;
const often = (classes: readonly AlterationClass[]): readonly AlterationClass[] =>
  classes.flatMap((each) => Array.from({ length: OFTEN }, () => each));

const leftOut = (name: string): readonly AlterationClass[] => often([[headers({ without: [name] })]]);

/** A header with values that were never issued, altered, repeated. `base`: what sets it where it is not sent by itself. */
function headerClasses(name: string, base: Headers['set'] = undefined): readonly AlterationClass[] {
  const set = base === undefined ? {} : { set: base };
  return [
    base === undefined ? [] : [headers(set)],
    NEVER_ISSUED.map((text) => headers({ set: { [name]: text } })),
    STRING_NAMES.map((alter) => headers({ ...set, alter: { [name]: alter } })),
    REPEATS.map((how) => headers({ ...set, repeat: { [name]: how } })),
  ];
}

/** A second line of the header, with another secret that is in force (header.repeated). */
const alsoAs = (name: string, secrets: readonly string[]): AlterationClass =>
  secrets.map((secret) => headers({ repeat: { [name]: { secret } } }));

const keyed = (keys: readonly SecretKey[]): AlterationClass =>
  keys.map(({ name }) => ({ given: { key: name } }));

/** Keys that lack the rule, of the other role, of another game, of none; and all others. */
export function keyClasses(
  on: EndpointInputs,
  { keys: names, key: find }: FuzzInputs,
): readonly AlterationClass[] {
  const { role, rule, otherRule } = on.endpoint;
  const { game } = on.plain;
  const keys = names.flatMap((name) => find(name) ?? []);
  const lacksRule = (key: SecretKey): boolean => holdsRule(key, rule) === false;
  const fit = keys.filter((key) => key.role === UNKNOWN || key.role === role);
  const kinds = [
    keyed(fit.filter(lacksRule)),
    keyed(fit.filter((key) => !lacksRule(key) && holdsRule(key, otherRule) === false)),
    keyed(keys.filter((key) => !fit.includes(key))),
    keyed(fit.filter((key) => key.game !== UNKNOWN && key.game !== null && key.game !== game)),
    keyed(fit.filter((key) => key.game === null)),
  ];
  return [
    ...often(kinds),
    keyed(keys),
    on.plain.token === undefined ? [] : [headers({ set: { [SECRET_KEY]: '$token' } })],
    ...(on.plain.key === undefined
      ? []
      : [...leftOut(SECRET_KEY), ...headerClasses(SECRET_KEY), alsoAs(SECRET_KEY, names)]),
  ];
}

const tokened = (tokens: readonly AuthToken[]): AlterationClass =>
  tokens.map(({ name }) => ({ given: { token: name } }));

function tokensByKind(
  on: EndpointInputs,
  { tokens: names, token: find }: FuzzInputs,
): readonly AlterationClass[] {
  const { game } = on.plain;
  const tokens = names.flatMap((name) => find(name) ?? []);
  return often([
    tokened(tokens.filter(({ expired }) => expired)),
    tokened(tokens.filter(({ holder }) => holder.kind === 'dashboard')),
    tokened(tokens.filter(({ holder }) => holder.kind === 'player' && holder.game !== game)),
    tokened(tokens.filter(({ holder }) => holder.kind === 'player' && holder.game === game)),
  ]);
}

/** A secret of one kind instead of another. */
function swapped({ plain }: EndpointInputs): readonly AlterationClass[] {
  return plain.key === undefined
    ? []
    : [
        [headers({ set: { [AUTH_TOKEN]: '$key' } })],
        USERS.map((user) => headers({ set: { [AUTH_TOKEN]: user } })),
      ];
}

/** Texts that a careless backend may take for a token: the id of the subject, or of any player. */
const USERS = ['$subject.id'];

/** A client's token, or a superfluous one. */
export function tokenClasses(on: EndpointInputs, inputs: FuzzInputs): readonly AlterationClass[] {
  const kinds = tokensByKind(on, inputs);
  if (on.endpoint.variant === 'client')
    return [
      ...kinds,
      ...swapped(on),
      ...(on.plain.token === undefined
        ? []
        : [...leftOut(AUTH_TOKEN), ...headerClasses(AUTH_TOKEN), alsoAs(AUTH_TOKEN, inputs.tokens)]),
    ];
  const [token] = inputs.tokens;
  if (token === undefined) return [];
  const set = { [AUTH_TOKEN]: '$token' };
  const sent = kinds.map((each) =>
    each.map(({ given }): StepAlteration => ({ ...headers({ set }), ...(given && { given }) })),
  );
  const altered = headerClasses(AUTH_TOKEN, set);
  return [...sent, ...altered.map((each) => each.map((alteration) => ({ ...alteration, given: { token } })))];
}

export function gameClasses({ games }: FuzzInputs): readonly AlterationClass[] {
  return [
    ...often([games.map((game) => headers({ set: { [GAME_ID]: literal(game) } }))]),
    [headers({ set: { [GAME_ID]: INVENTED_GAME } })],
    ...leftOut(GAME_ID),
    // Where no game is named, there is none to repeat or to alter.
    ...(games.length === 0 ? [] : headerClasses(GAME_ID, { [GAME_ID]: '$game' })),
  ];
}

const nearly = (name: string, parts: Headers = {}): AlterationClass =>
  NEAR_MISS_NAMES.map((alter) => headers({ ...parts, alter: { [name]: alter } }));

/** Near misses of all that a header presents. */
export function headerNearMisses(
  { plain, endpoint }: EndpointInputs,
  { games }: FuzzInputs,
): readonly AlterationClass[] {
  return [
    plain.key === undefined ? [] : nearly(SECRET_KEY),
    plain.token === undefined || endpoint.variant !== 'client' ? [] : nearly(AUTH_TOKEN),
    games.length === 0 ? [] : nearly(GAME_ID, { set: { [GAME_ID]: '$game' } }),
  ];
}

const CONTENT_TYPES = [
  'Application/JSON',
  `${JSON_TYPE};charset=utf-8`,
  `${JSON_TYPE}; charset="UTF-8"`,
  `${JSON_TYPE}; charset=latin1`,
  `${JSON_TYPE}x`,
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
];

export const CONTENT_TYPE_CLASSES: readonly AlterationClass[] = [
  CONTENT_TYPES.map((type) => headers({ set: { [CONTENT_TYPE]: type } })),
  [headers({ without: [CONTENT_TYPE] })],
  [headers({ repeat: { [CONTENT_TYPE]: 'same' } })],
];
