/** What `tagproof simulate` prints: where the simulator is, what is in its world, and lines to try it with. */
import { RESOURCES, RESOURCE_FACTS, type Resource } from '../../../spec/endpoints.ts';
import { showCode, type Provocations } from '../../../spec/codes.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../../spec/headers.ts';
import { inColumns } from '../../../base/text/columns.ts';
import { completeDialect, type Dialect } from '../../../spec/dialect/dialect.ts';
import { backendOptions, optionOf } from '../../../../simulator/answer/options-at.ts';
import type { StoredWorld } from '../../../../simulator/world/store.ts';
import { firstCalls, describeKey, describeToken, showSecret, type ShownSecret } from './sample-call.ts';

interface Banner {
  readonly url: string;
  readonly world: StoredWorld;
  readonly secrets: readonly ShownSecret[];
  readonly provoke?: Provocations;
  readonly dialect?: Dialect;
  /** Where the console and the control API are, perhaps with the token; undefined: they are not served. */
  readonly consoleUrl?: string | undefined;
  /** Lines behind that with the console. */
  readonly notes?: readonly string[];
}

/** The most games that are listed, the most keys and tokens, and the most ids of each kind in each game. */
const MAX_GAMES = 20;
const MAX_SECRETS = 8;
const MAX_IDS = 5;

/** Rows with their columns aligned, indented. */
const table = (rows: readonly (readonly string[])[]): readonly string[] =>
  inColumns(rows).map((line) => `  ${line}`);

function cut<T>(
  items: readonly T[],
  most: number,
): { readonly shown: readonly T[]; readonly rest: readonly string[] } {
  const more = items.length - most;
  return {
    shown: items.slice(0, most),
    rest: more > 0 ? [`  … and ${more} more in the world file`] : [],
  };
}

function secretLines<T extends { readonly name: string }>(
  title: string,
  items: readonly T[],
  secrets: readonly ShownSecret[],
  describe: (item: T) => string,
): readonly string[] {
  if (items.length === 0) return [];
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  const { shown, rest } = cut(items, MAX_SECRETS);
  const rows = shown.map((item) => [item.name, showSecret(byName.get(item.name)), describe(item)]);
  return [title, ...table(rows), ...rest, ''];
}

function subjectLine(resource: Resource, game: string, { subjects }: StoredWorld): readonly string[] {
  const ids: string[] = [];
  let count = 0;
  for (const subject of subjects) {
    if (subject.resource !== resource || subject.game !== game) continue;
    count += 1;
    if (ids.length < MAX_IDS) ids.push(subject.id);
  }
  if (count === 0) return [];
  const more = count > ids.length ? `, … ${count} in all` : '';
  return [`  ${RESOURCE_FACTS[resource].word}: ${ids.join(', ')}${more}`];
}

function gameLines(world: StoredWorld): readonly string[] {
  const bytes = world.limits.requestBytes;
  const limit = bytes === undefined ? [] : [`Requests of at most ${bytes} bytes are accepted.`, ''];
  const { shown, rest } = cut(world.games, MAX_GAMES);
  const games = shown.flatMap((game) => [
    `  ${game === '' ? '(unnamed)' : game}`,
    ...RESOURCES.flatMap((resource) => subjectLine(resource, game, world)).map((line) => `  ${line}`),
  ]);
  return [`Games (header ${GAME_ID}, where the secret key carries none)`, ...games, ...rest, '', ...limit];
}

function provokeLines(provoke: Provocations): readonly string[] {
  if (provoke.size === 0) return [];
  const rows = [...provoke].map(([code, { header }]) => [header.join(': '), showCode('returnCode', code)]);
  return ['Headers that provoke a refusal', ...table(rows), ''];
}

/** Whether a line holds the variable of a secret. */
const isUsedIn = (lines: readonly string[], secret: ShownSecret): boolean =>
  lines.some((line) => line.includes(`: ${showSecret(secret)}"`));

/** No value of a secret is printed: the user puts it in. */
const exportLine = ({ envName, name }: ShownSecret): string =>
  `  export ${envName}=…  # first: the value of "${name}" in the world file`;

function tryLines({ url, world, secrets, dialect = completeDialect() }: Banner): readonly string[] {
  const sendTagKeys = optionOf(backendOptions(dialect), 'tagKeys.omitted') !== 'all';
  const lines = firstCalls({ url, world, secrets, sendTagKeys });
  if (lines.length === 0) return [];
  const unset = secrets.filter((secret) => secret.isSet === false && isUsedIn(lines, secret));
  return ['Try', ...unset.map(exportLine), ...lines.map((line) => `  ${line}`)];
}

function consoleLines({ consoleUrl }: Banner): readonly string[] {
  if (consoleUrl === undefined) return [];
  const token = consoleUrl.includes('#token=') ? 'the text after #token=' : 'the token that you gave';
  return [
    `Console and control API: ${consoleUrl}`,
    `  scripts send ${token} as the header Authorization: Bearer TOKEN (docs/control-api.md)`,
  ];
}

/** The text. It holds values of secrets only where they are public. */
export function banner(about: Banner): string {
  const { url, world, secrets, provoke = new Map() } = about;
  const lines = [
    `The getTag simulator listens at ${url}`,
    ...consoleLines(about),
    ...(about.notes ?? []),
    '',
    ...gameLines(world),
    ...secretLines(`Secret keys (header ${SECRET_KEY})`, world.secretKeys, secrets, describeKey),
    ...secretLines(
      `Auth tokens (header ${AUTH_TOKEN}, client variant only)`,
      world.authTokens,
      secrets,
      describeToken,
    ),
    ...provokeLines(provoke),
    ...tryLines(about),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
