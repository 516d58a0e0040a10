/** Reading target and world files: all faults at once, each with its place. */
import { declaredWorld, type DeclaredWorld } from '../../world/declared-world.ts';
import { faultsError, inOrder } from '../yaml/fault.ts';
import type { YamlPath } from '../yaml/path.ts';
import { readSource } from '../yaml/read-source.ts';
import { readYaml, type Read, type YamlResult } from '../yaml/read-yaml.ts';
import type { Source } from '../yaml/source.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { complaintsAbout, type Complain } from '../yaml/complain.ts';
import { dialectAnswers } from './dialect-answers.ts';
import { extensionsOf } from './extensions.ts';
import { gamesOf } from '../world-file/games.ts';
import { httpSettings } from './http-settings.ts';
import { keysOf } from '../world-file/keys.ts';
import { isNdjson, readNdjsonWorld } from '../large-world/ndjson-world.ts';
import { placesIn } from './places.ts';
import { provocationsOf } from './provocations.ts';
import { secretsOf, variablesOf } from './secrets.ts';
import { absentsOf, subjectsOf } from '../world-file/subjects.ts';
import type { TargetFile, TargetReading } from './target-file.ts';
import { targetSchema, type TargetInput } from './target-schema.ts';
import { readBaseUrl } from './target-url.ts';
import { tokensOf } from '../world-file/tokens.ts';
import { warningsOf } from './warnings.ts';
import { authTokenSchema, secretKeySchema, type WorldInput } from '../world-file/world-schema.ts';

/** What may be shown of a key or a token; any other key may be a misspelt one with the secret behind it. */
const SHOWN: ReadonlySet<PropertyKey> = new Set(
  [...Object.keys(secretKeySchema.shape), ...Object.keys(authTokenSchema.shape)].filter(
    (key) => key !== 'key' && key !== 'token',
  ),
);

/** Values that no fault shows: keys, tokens, and what every request carries. */
export function isSecret(path: YamlPath, value: unknown): boolean {
  const [top, list, , key] = path;
  // A URL with a password or a query is refused: what it holds may be a secret.
  if (top === 'target') return typeof value === 'string' && /[@?]/.test(value);
  if (top === 'http') return list === 'headers' || list === 'proxy';
  if (top !== 'world' || (list !== 'secretKeys' && list !== 'authTokens')) return false;
  return path.length === 4 && key !== undefined && !SHOWN.has(key);
}

function targetOf(text: string | undefined, complain: Complain): URL | undefined {
  if (text === undefined) return undefined;
  const reading = readBaseUrl(text);
  if (reading.ok) return reading.url;
  complain(['target'], reading.message, reading.hint);
  return undefined;
}

function worldOf(world: WorldInput, complain: Complain): DeclaredWorld {
  const games = gamesOf(world, complain);
  const subjects = subjectsOf(world, games, complain);
  const requestBytes = world.limits?.requestBytes;
  return declaredWorld({
    complete: world.complete === true,
    limits: requestBytes === undefined ? {} : { requestBytes },
    games,
    secretKeys: keysOf(world, games, complain),
    authTokens: tokensOf(world, games, subjects, complain),
    subjects,
    absents: absentsOf(world, subjects, complain),
    inventions: [],
  });
}

function checked(document: Read<TargetInput>, complain: Complain): TargetFile {
  const input = document.value;
  const isPublic = input.public === true || input.world?.public === true;
  const secrets = secretsOf(input, document, isPublic, complain);
  return {
    file: document.file,
    target: targetOf(input.target, complain),
    http: httpSettings(input.http, document, secrets, complain),
    dialectAnswers: dialectAnswers(input.dialect, document, complain),
    provoke: provocationsOf(input.provoke, complain),
    extensions: extensionsOf(input.extensions, complain),
    world: worldOf(input.world ?? {}, complain),
    secrets,
    variables: isPublic ? [] : variablesOf(input, document, secrets),
    placeOf: placesIn(document, input.world ?? {}),
    warnings: warningsOf(input, document, secrets, isPublic),
  };
}

/** Checks the text of a target or world file. `source.file` is where paths in it start from. */
export function checkTargetSource(source: Source, env: Env): TargetReading {
  return checkTargetDocument(readYaml(source, targetSchema, { env, hide: isSecret }));
}

/** Checks what was read of a target or world file. */
export function checkTargetDocument(document: YamlResult<TargetInput>): TargetReading {
  if (!document.ok) return document;
  const { complain, faults } = complaintsAbout(document);
  const file = checked(document, complain);
  return faults.length > 0 ? { ok: false, faults: inOrder(faults) } : { ok: true, file };
}

/** Reads a target or world file from its text. Throws one `file` error that shows every fault. */
export function readTargetSource(source: Source, env: Env): TargetFile {
  const reading = checkTargetSource(source, env);
  if (!reading.ok) throw faultsError(reading.faults);
  return reading.file;
}

/** Reads a target or world file. Throws one `file` error that shows every fault with its place and remedy. */
export function readTargetFile(file: string, env: Env): TargetFile {
  if (isNdjson(file)) return readNdjsonWorld(file, env, checkTargetSource);
  return readTargetSource(readSource(file), env);
}
