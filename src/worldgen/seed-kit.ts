/** The seed kit: the part of the shipped world that a team puts into its staging backend once, so that the cases find whom they ask about. */
import { isSeq, parseDocument, type Document, type Node } from 'yaml';
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../contract/endpoints.ts';
import { jsonAsYaml } from '../text/safe-yaml.ts';
import type { TagItem } from '../contract/envelope.ts';

type Item = Readonly<Record<string, unknown>>;

/** An item of a list of a world file, and what it is there for. */
interface KitItem {
  readonly value: Item;
  readonly shows: string;
}

/** A world file's lists by their names. */
type Lists = ReadonlyMap<string, readonly KitItem[]>;

/** Ids and games of a backend that issues its own. */
export interface KitNames {
  /** Take the place of the games of the kit, in order; what belongs to a game that is left is left out. */
  readonly games?: readonly string[] | undefined;
  /** Take the place of the ids of each kind, in order. */
  readonly ids?: ReadonlyMap<Resource, readonly string[]> | undefined;
}

/** What the cases do without, as another entity of the kit shows the same: an id, in one game or in all. */
const LEFT_OUT = new Set(
  [
    ['playermny8', 'meadowlark', 'neighbourq', '1234567890', '0000000001', '12345e6789'],
    ['playercyd3 harbor-lights', 'sharedid01 harbor-lights', 'harborfolk'],
    ['characterB2', 'characterC3', 'characterH8', 'nightingale', 'neighboursq', '12345678900', '00000000001'],
    ['characterB2 harbor-lights', 'characterD4 harbor-lights', 'harborsmith'],
    ['groupfinch', 'groupmany8', 'goldcrests', 'groupnextq', '9876543210', '0000000007'],
    ['groupempty harbor-lights', 'harborcrew'],
  ].flat(),
);

/** Entities that show something by their own ids: of no use under other ids. */
const BY_THEIR_IDS = new Set(
  [
    ['Meadowlark', 'mEADOWLARK', 'neighbour1', 'neighbour2', '0123456789', '1000000000', 'sharedid01'],
    ['Nightingale', 'nIGHTINGALE', 'neighbours1', 'neighbours2', '01234567890', '10000000000'],
    ['Goldcrests', 'gOLDCRESTS', 'groupnext1', 'groupnext2', '0987654321', '7000000000'],
  ].flat(),
);

const ENTITY_LISTS = RESOURCES.map((resource) => ({ resource, ...RESOURCE_FACTS[resource] }));

/** The items of a list, each with the comment above it, or above the items before it. */
function itemsOf(document: Document, list: string): readonly KitItem[] {
  const found = document.getIn(['world', list]);
  if (!isSeq<Node>(found)) return [];
  let shows = found.commentBefore ?? '';
  return found.items.map((node) => {
    shows = node.commentBefore ?? shows;
    return { value: node.toJS(document) as Item, shows: shows.replaceAll(/\s+/g, ' ').trim() };
  });
}

/** Which new name each old one has; undefined: none, so what has it is left out. */
type Renaming = (name: unknown) => string | undefined;

const sameName: Renaming = (name) => String(name);

function renaming(olds: readonly unknown[], news: readonly string[] | undefined): Renaming {
  if (news === undefined) return sameName;
  const names = new Map([...new Set(olds.map(String))].map((old, at) => [old, news[at]]));
  return (name) => names.get(String(name));
}

/** The members of an item that hold a name, under the new one; undefined where there is none. */
function renamed(item: Item, names: Readonly<Record<string, Renaming>>): Item | undefined {
  const changed = Object.entries(item).map(([member, value]): [string, unknown] => {
    const rename = names[member];
    if (rename === undefined || value === null) return [member, value];
    return [
      member,
      Array.isArray(value) ? value.map(rename).filter((each) => each !== undefined) : rename(value),
    ];
  });
  return changed.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(changed);
}

const variableOf = (kind: string, name: unknown): string =>
  `TAGPROOF_${kind}_${String(name)}`.toUpperCase().replaceAll(/\W/g, '_');

/** Keys and tokens have their values in the environment. Keys with limits are left out: only a backend's own limits can be declared. */
function secrets(items: readonly KitItem[], member: 'key' | 'token'): readonly KitItem[] {
  return items
    .filter(({ value }) => value['limits'] === undefined)
    .map((item) => ({
      ...item,
      value: { ...item.value, [member]: `\${env:${variableOf(member, item.value['name'])}}` },
    }));
}

/** The lists of the kit, from the text of the shipped world. */
function listsOf(document: Document, { games, ids }: KitNames): Lists {
  const kept = new Map(
    ENTITY_LISTS.map(({ resource, plural, idMember }) => {
      const items = itemsOf(document, plural).filter(({ value }) => {
        const id = String(value[idMember]);
        if (LEFT_OUT.has(id) || LEFT_OUT.has(`${id} ${String(value['game'])}`)) return false;
        return ids === undefined || !BY_THEIR_IDS.has(id);
      });
      return [resource, items];
    }),
  );
  const gameItems = itemsOf(document, 'games');
  const game = renaming(
    gameItems.map(({ value }) => value['id']),
    games,
  );
  const newId = (resource: Resource): Renaming =>
    renaming(
      (kept.get(resource) ?? []).map(({ value }) => value[RESOURCE_FACTS[resource].idMember]),
      ids === undefined ? undefined : (ids.get(resource) ?? []),
    );
  const player = newId('gamePlayer');
  const under = (items: readonly KitItem[], names: Readonly<Record<string, Renaming>>): readonly KitItem[] =>
    items.flatMap(({ value, shows }) => {
      const item = renamed(value, { game, owner: player, members: player, player, ...names });
      return item === undefined ? [] : [{ value: item, shows }];
    });
  return new Map([
    ['games', under(gameItems, { id: game })],
    ['secretKeys', under(secrets(itemsOf(document, 'secretKeys'), 'key'), {})],
    ['authTokens', under(secrets(itemsOf(document, 'authTokens'), 'token'), {})],
    ...ENTITY_LISTS.map(
      ({ resource, plural, idMember }) =>
        [plural, under(kept.get(resource) ?? [], { [idMember]: newId(resource) })] as const,
    ),
  ]);
}

const HEAD = `# Who and what a staging backend is seeded with, for tagproof run --target URL --world FILE.
# Delete what yours can't have: what is not here is not asked about, and the cases that need it are skipped.
world:
`;

/** The ids of the kit are made so that none is near another one that a backend has; issued ids may have neighbours. */
const COMPLETE = `  # What is not here does not exist, as far as cases ask: ids that are nearly these. Other entities do no harm.
  complete: true
`;

/** The seed kit as a world file: an item a line, below what it shows. */
export function seedKit(shippedWorld: string, names: KitNames): string {
  const document = parseDocument(shippedWorld);
  const lists = [...listsOf(document, names)].map(([list, items]) => {
    const lines = items.flatMap(({ value, shows }, at) => {
      const isNew = shows !== '' && shows !== items[at - 1]?.shows;
      return [...(isNew ? [`    # ${shows}`] : []), `    - ${jsonAsYaml(value)}`];
    });
    return `\n  ${list}:${lines.length === 0 ? ' []' : ''}\n${lines.map((line) => `${line}\n`).join('')}`;
  });
  if (names.ids !== undefined) return [HEAD, ...lists].join('');
  const absent = `\n  absent: ${jsonAsYaml(document.toJS().world.absent)}\n`;
  return [HEAD, COMPLETE, ...lists, absent].join('');
}

// The entities of a seed kit in the forms that a team loads them from, and the page that says how.

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
5. Run \`tagproof run --target https://staging.example.com --world world.yaml\`: its last lines say what is verified.

To work without a backend: \`tagproof simulate --world world.yaml\`, with any values in those variables.
`;

/** The files beside \`world.yaml\`, by their names. */
export const kitFiles = (entities: readonly KitEntity[]): Readonly<Record<string, string>> => ({
  'entities.json': json(entities),
  'entities.csv': csv(entities),
  'entities.sql': sql(entities),
  'README.md': page(entities),
});
