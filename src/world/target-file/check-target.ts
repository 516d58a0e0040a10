/** Checking what was read of a target or world file: all faults at once, each with its place. */
import type { RefusalCode } from '../../spec/codes.ts';
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { nearest } from '../../base/text/nearest.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';
import {
  readDeclaredWorld,
  restOfWorldSchema,
  type WorldInput,
  worldSchema,
} from '../world-file/read-world.ts';
import { type Complain, complainBelow, complaintsAbout, type Located } from '../yaml/located.ts';
import { type FileFault, inOrder } from '../yaml/fault.ts';
import { pathText, type Mapping, type YamlPath } from '../yaml/path.ts';
import { readJson, readYaml, type YamlResult } from '../yaml/read-yaml.ts';
import type { Source } from '../yaml/source.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { dialectAnswers } from './dialect.ts';
import { extensionsOf } from './extensions.ts';
import { httpSettings } from './http-settings.ts';
import { runSectionOf } from './run-section.ts';
import { secretsOf, variablesOf, warningsOf } from './secrets.ts';
import type { DeclaredPlace, TargetFile, TargetReading } from './target-file.ts';
import { targetSchema, type TargetInput } from './target-schema.ts';

/** The path of something that the world declares; undefined: it does not. */
function pathOf(about: DeclaredPlace, world: WorldInput): YamlPath | undefined {
  if (about.list === 'absent') {
    const { plural } = RESOURCE_FACTS[about.resource];
    const index = (world.absent?.[plural] ?? []).indexOf(about.id);
    return index < 0 ? undefined : ['world', 'absent', plural, index];
  }
  const kind = about.list === 'subjects' ? about.resource : KIND_OF_LIST[about.list];
  const { list, nameMember } = ENTITY_KINDS[kind];
  const isMeant = (item: Mapping): boolean =>
    'name' in about
      ? item[nameMember] === about.name
      : item[nameMember] === about.id && (item['game'] === undefined || item['game'] === about.game);
  const index = ((world[list] ?? []) as readonly Mapping[]).findIndex(isMeant);
  return index < 0 ? undefined : ['world', list, index];
}

const KIND_OF_LIST = { games: 'game', secretKeys: 'secretKey', authTokens: 'authToken' } as const;

/** The places of a file's declarations, looked up when they are asked for. */
function placesIn(document: Located, world: WorldInput): TargetFile['placeOf'] {
  return (about) => {
    const path = pathOf(about, world);
    return path && document.placeText(path);
  };
}

function checked(document: Located<TargetInput>, complain: Complain): TargetFile {
  const input = document.value;
  const isPublic = input.public === true || input.world?.public === true;
  const secrets = secretsOf(input, document, isPublic, complain);
  return {
    file: document.file,
    target: input.target === undefined ? undefined : new URL(input.target),
    http: httpSettings(input.http, document, complain),
    dialectAnswers: dialectAnswers(input.dialect),
    provoke: new Map(Object.entries(input.provoke ?? {}) as [RefusalCode, { header: [string, string] }][]),
    extensions: extensionsOf(input.extensions, complain),
    run: runSectionOf(input.run, document),
    world: readDeclaredWorld(input.world ?? {}, complainBelow(complain, ['world'])),
    secrets,
    variables: isPublic ? [] : variablesOf(document, secrets, input.target),
    placeOf: placesIn(document, input.world ?? {}),
    warnings: warningsOf(input, document, secrets),
  };
}

const restSchema = targetSchema.extend({ world: restOfWorldSchema.optional() });

/** Checks the text of a target or world file; one whose name ends in .json is JSON. `source.file` is where paths in it start from. */
export function checkTargetSource(source: Source, env: Env): TargetReading {
  return checkTargetDocument(
    /\.json$/i.test(source.file)
      ? readJson(source, targetSchema, { env, restSchema })
      : readYaml(source, targetSchema, { env, restSchema, hasSecrets: true, kind: 'target' }),
  );
}

/** The members of entities that say the id of a player. */
const NAMING_PLAYERS: ReadonlySet<unknown> = new Set(['player', 'owner', 'members']);

/** Tells complaints that may come from what was left out because it is wrong: a name that is declared there, or the game of what names it. */
function consequencesOf(read: Located): (fault: FileFault) => boolean {
  const lists = Object.keys(worldSchema.shape);
  // A list may stand beside "world", where it does not belong.
  const beside = read
    .lacksAt([])
    .filter(([name, ...rest]) => rest.length === 0 && nearest(String(name), lists) !== undefined);
  const lacks = [...read.lacksAt(['world']), ...beside];
  /** The lists that may have lost a name; undefined stands for any. */
  const lost = new Set(
    lacks.flatMap(([name, , last = 'game']) => (last === 'game' ? [nearest(String(name), lists)] : [])),
  );
  const isLost = (list: string): boolean => lost.has(list) || lost.has(undefined);
  const parts = new Set(lacks.map(pathText));
  return ({ path: [section, list = '', index = '', member] = [] }) => {
    if (section !== 'world') return false;
    if (NAMING_PLAYERS.has(member))
      return isLost('games') || isLost('gamePlayers') || parts.has(pathText([list, index, 'game']));
    return member === 'game' && isLost('games');
  };
}

/** Checks what was read of a target or world file. */
export function checkTargetDocument(document: YamlResult<TargetInput>): TargetReading {
  const known = document.ok ? [] : document.faults;
  const read = document.ok ? document : document.rest;
  if (read === undefined) return { ok: false, faults: known };
  const { complain, faults } = complaintsAbout(read);
  const file = checked(read, complain);
  const isConsequence = consequencesOf(read);
  const all = [...known, ...faults.filter((fault) => !isConsequence(fault))];
  return all.length > 0 ? { ok: false, faults: inOrder(all) } : { ok: true, file };
}
