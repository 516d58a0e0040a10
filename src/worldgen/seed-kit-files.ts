/** The entities of a seed kit in the forms that a team loads them from, and the page that says how. */
import type { Resource } from '../contract/endpoints.ts';
import type { TagItem } from '../contract/envelope.ts';
import { jsonAsYaml } from '../text/safe-yaml.ts';

/** An entity as it is stored, its tags written out. */
export interface KitEntity {
  readonly kind: Resource;
  readonly game: string;
  readonly id: string;
  /** The userIds of a character's owner or of a group's members; empty for a player. */
  readonly owners: readonly string[];
  readonly tags: readonly TagItem[];
}

const json = (entities: readonly KitEntity[]): string =>
  `[\n${entities.map((entity) => jsonAsYaml(entity)).join(',\n')}\n]\n`;

/** A field of RFC 4180. */
const field = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A row for each tag; an entity without tags has one row, whose key is empty: no tag has such a key. */
function csv(entities: readonly KitEntity[]): string {
  const rows = entities.flatMap(({ kind, game, id, owners, tags }) =>
    (tags.length === 0 ? [{ key: '', value: '' }] : tags).map(({ key, value }) =>
      [kind, game, id, owners.join(' '), key, value].map(field).join(','),
    ),
  );
  return ['kind,game,id,owners,key,value', ...rows, ''].join('\r\n');
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const values = (...texts: readonly string[]): string => texts.map(literal).join(', ');

const SQL_HEAD = `-- Rename the tables and columns to yours. Texts are in standard SQL: MySQL needs SET sql_mode = 'NO_BACKSLASH_ESCAPES' first.
-- One tag holds the character NUL, which PostgreSQL can't keep in a text: leave it out there, and in world.yaml.
`;

function sql(entities: readonly KitEntity[]): string {
  const lines = entities.flatMap(({ kind, game, id, owners, tags }) => [
    `INSERT INTO entities (kind, game, id, owners) VALUES (${values(kind, game, id, owners.join(' '))});`,
    ...tags.map(
      ({ key, value }) =>
        `INSERT INTO tags (kind, game, id, tag_key, tag_value) VALUES (${values(kind, game, id, key, value)});`,
    ),
  ]);
  return `${SQL_HEAD}${lines.join('\n')}\n`;
}

const page = (entities: readonly KitEntity[]): string => `# Seed kit

${entities.length} players, characters and groups that show what plain ones don't: odd keys and values, long ones, many, near ids, another game.

1. Store them in your staging backend once: from \`entities.json\` (exact), \`entities.csv\` or \`entities.sql\`. \`owners\` are userIds: a character's owner, a group's members.
2. Make the games, secret keys and logins that \`world.yaml\` names, with the role, rules and game that each line says. A comment says what each line shows.
3. Delete what your backend can't have from \`world.yaml\`: what is not there is not asked about.
4. Put the values of keys and tokens into the environment, under the names that \`world.yaml\` has for them.
5. Run \`tagproof run --target https://staging.example.com --world world.yaml\`, and \`tagproof coverage\` with the same options to see what is verified.

To work without a backend: \`tagproof simulate --world world.yaml\`, with any values in those variables.
`;

/** The files beside \`world.yaml\`, by their names. */
export const kitFiles = (entities: readonly KitEntity[]): Readonly<Record<string, string>> => ({
  'entities.json': json(entities),
  'entities.csv': csv(entities),
  'entities.sql': sql(entities),
  'README.md': page(entities),
});
