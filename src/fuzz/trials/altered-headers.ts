/** Alterations of what a request's headers say: key, token, game and the type of the body. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import { NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { INVENTED_GAME } from '../../world/declared-world.ts';
import type { AlterationRow } from './alteration-row.ts';
import type { EndpointInputs } from './fuzz-inputs.ts';
import { literal, type StepAlteration } from './step.ts';

const NEAR_MISS_NAMES: readonly StringAlteration[] = namesOf(NEAR_MISSES);
const STRING_NAMES = namesOf(STRING_ALTERATIONS).filter((name) => !NEAR_MISS_NAMES.includes(name));

type Headers = NonNullable<Send['headers']>;
const headers = (parts: Headers): StepAlteration => ({ send: { headers: parts } });
const settingHeader = (name: string, value: string): StepAlteration => headers({ set: { [name]: value } });
const leftOut = (name: string): readonly StepAlteration[] => [headers({ without: [name] })];

/** Values that were never issued. */
const NEVER_ISSUED = ['', ' ', 'nobodys', 'wr\u00F6ng'];
const REPEATS = ['same', 'cut-one', 'swap-case', 'empty'] as const;

/** A header with values that were never issued, headerAlterations, and repeated, also with another secret that is in force (header.repeated). `base`: what sets it where it is not sent by itself. */
function headerAlterations(
  name: string,
  secrets: readonly string[],
  base?: Headers['set'],
): readonly StepAlteration[] {
  const parts = base === undefined ? {} : { set: base };
  const repeats = [...REPEATS, ...secrets.map((secret) => ({ secret }))];
  return [
    ...(base === undefined ? [] : [headers(parts)]),
    ...NEVER_ISSUED.map((text) => settingHeader(name, text)),
    ...STRING_NAMES.map((alter) => headers({ ...parts, alter: { [name]: alter } })),
    ...repeats.map((how) => headers({ ...parts, repeat: { [name]: how } })),
  ];
}

const nearly = (name: string, parts: Headers = {}): readonly StepAlteration[] =>
  NEAR_MISS_NAMES.map((alter) => headers({ ...parts, alter: { [name]: alter } }));

const hasKey = ({ plain }: EndpointInputs): boolean => plain.key !== undefined;
const isClient = ({ endpoint }: EndpointInputs): boolean => endpoint.variant === 'client';
const hasToken = (on: EndpointInputs): boolean => isClient(on) && on.plain.token !== undefined;

const TOKEN = { [AUTH_TOKEN]: '$token' };
const GAME = { [GAME_ID]: '$game' };

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

export const HEADER_ROWS: readonly AlterationRow[] = [
  { weight: 190, of: (_, { keys }) => keys.map((key) => ({ given: { key } })) },
  { weight: 35, of: (on) => (hasKey(on) ? leftOut(SECRET_KEY) : []) },
  { weight: 40, of: (on, { keys }) => (hasKey(on) ? headerAlterations(SECRET_KEY, keys) : []) },
  // A secret of one kind in place of the other, and texts that a careless backend may take for a token.
  { weight: 12, of: ({ plain }) => (plain.token === undefined ? [] : [settingHeader(SECRET_KEY, '$token')]) },
  {
    weight: 25,
    of: (on) =>
      isClient(on) && hasKey(on)
        ? ['$key', '$subject.id'].map((text) => settingHeader(AUTH_TOKEN, text))
        : [],
  },
  // A client's token, or a superfluous one.
  {
    weight: 180,
    of: (on, { tokens }) =>
      tokens.map((token) => ({ given: { token }, ...(!isClient(on) && headers({ set: TOKEN })) })),
  },
  { weight: 35, of: (on) => (hasToken(on) ? leftOut(AUTH_TOKEN) : []) },
  { weight: 40, of: (on, { tokens }) => (hasToken(on) ? headerAlterations(AUTH_TOKEN, tokens) : []) },
  {
    weight: 40,
    of: (on, { tokens: [token] }) =>
      isClient(on) || token === undefined
        ? []
        : headerAlterations(AUTH_TOKEN, [], TOKEN).map((each) => ({ ...each, given: { token } })),
  },
  {
    weight: 75,
    of: (_, { games }) => [...games, INVENTED_GAME].map((game) => settingHeader(GAME_ID, literal(game))),
  },
  { weight: 55, of: () => leftOut(GAME_ID) },
  // Where no game is named, there is none to repeat or to alter.
  { weight: 70, of: (_, { games }) => (games.length === 0 ? [] : headerAlterations(GAME_ID, [], GAME)) },
  {
    weight: 40,
    of: () => [
      ...CONTENT_TYPES.map((type) => settingHeader(CONTENT_TYPE, type)),
      ...leftOut(CONTENT_TYPE),
      headers({ repeat: { [CONTENT_TYPE]: 'same' } }),
    ],
  },
  {
    weight: 90,
    of: (on, { games }) => [
      ...(hasKey(on) ? nearly(SECRET_KEY) : []),
      ...(hasToken(on) ? nearly(AUTH_TOKEN) : []),
      ...(games.length > 0 ? nearly(GAME_ID, { set: GAME }) : []),
    ],
  },
];
