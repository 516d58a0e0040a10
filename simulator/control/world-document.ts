/** A whole world as a world file in JSON: as requests bring and get it, and as a state file keeps it. */
import { RESOURCES, RESOURCE_FACTS } from '../../src/spec/endpoints.ts';
import { ENTITY_KINDS, SECRET_KINDS } from '../../src/world/entity-kinds.ts';
import { checkTargetDocument } from '../../src/world/target-file/check-target.ts';
import { targetSchema } from '../../src/world/target-file/target-schema.ts';
import { showAuthToken, type AuthTokenInput } from '../../src/world/world-file/auth-token.ts';
import { showSecretKey, type SecretKeyInput } from '../../src/world/world-file/secret-key.ts';
import { showSubject } from '../../src/world/world-file/subject.ts';
import type { AuthToken, SecretKey } from '../../src/world/world.ts';
import { isMapping } from '../../src/world/yaml/path.ts';
import { readValue, readYaml } from '../../src/world/yaml/read-yaml.ts';
import { stateOf } from '../world/store.ts';
import type { LiveWorld } from '../world/live-world.ts';
import type { Held, WorldState } from '../world/world-state.ts';
import { ControlError, MAX_LISTED, refusedFor } from './control-error.ts';
import { parseJson, controlProblem } from './read-value.ts';

/** Whether a value may be shown; the variable that stands for it is shown otherwise. */
export type IsShown = (held: Held<unknown>) => boolean;
const isPublic: IsShown = (held) => held.public;

const shownValue = (held: Held<unknown>, isShown: IsShown): string =>
  isShown(held) ? held.value : `\${env:${held.envName}}`;

export const showKey = (held: Held<SecretKey>, isShown = isPublic): SecretKeyInput =>
  showSecretKey(held.item, shownValue(held, isShown));

export const showToken = (held: Held<AuthToken>, world: LiveWorld, isShown = isPublic): AuthTokenInput =>
  showAuthToken(world.tokenNow(held), shownValue(held, isShown));

/** The world as a world file has it; tokens with the time that is left to them. */
export function worldDocument(world: LiveWorld, isShown = isPublic) {
  const { limits, games, keys, tokens } = world.state;
  const subjects = RESOURCES.map((resource) => [
    RESOURCE_FACTS[resource].plural,
    [...games.values()].flatMap((subjectsOfGame) => [...subjectsOfGame[resource].values()].map(showSubject)),
  ]);
  return {
    public: [...keys.all(), ...tokens.all()].every(isShown),
    world: {
      complete: true,
      limits,
      games: [...games.keys()].map((id) => ({ id })),
      secretKeys: [...keys.all()].map((held) => showKey(held, isShown)),
      authTokens: [...tokens.all()].map((held) => showToken(held, world, isShown)),
      ...(Object.fromEntries(subjects) as Record<string, readonly object[]>),
    },
  };
}

/** YAML is read by a slow parser while nothing else is answered; JSON may be larger. */
const MAX_YAML = 4 * 1024 * 1024;

/** What a world file may hold here: no URL, and nothing that names files of this machine. */
const worldFileSchema = targetSchema.omit({ target: true, http: true });

/** `${env:NAME}` stands for the value that the world has under that name now, never for the process's environment. */
function knownSecrets({ keys, tokens }: WorldState): Record<string, string> {
  const all = [...keys.all(), ...tokens.all()].filter(({ envName }) => envName !== '');
  return Object.fromEntries(all.map(({ envName, value }) => [envName, value]));
}

const REFERENCE = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A JSON value with its references to known secrets filled in. */
function filled(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (!isMapping(value) || !isMapping(value['world'])) return value;
  const world = { ...value['world'] };
  for (const kind of SECRET_KINDS) {
    const { list, secretMember } = ENTITY_KINDS[kind];
    const items = world[list];
    if (!Array.isArray(items)) continue;
    world[list] = items.map((item: unknown) => {
      if (!isMapping(item)) return item;
      const name = REFERENCE.exec(String(item[secretMember]))?.[1] ?? '';
      return Object.hasOwn(env, name) ? { ...item, [secretMember]: env[name] } : item;
    });
  }
  return { ...value, world };
}

const JSON_TEXT = /^\s*\{\s*"/;

function readingOf(text: string, { state }: LiveWorld) {
  const env = knownSecrets(state);
  if (JSON_TEXT.test(text)) return readValue(filled(parseJson(text), env), worldFileSchema, 'body');
  if (text.length > MAX_YAML)
    throw refusedFor('too-large', `YAML of at most ${MAX_YAML} bytes is read; send JSON`, 'body');
  return readYaml({ file: 'body', text }, worldFileSchema, { env, hasSecrets: true, kind: 'target' });
}

/** Reads a world file in JSON or YAML: its state, and the file with the choices that it makes. ControlError('invalid') with every problem and its place. */
export function readWorldText(text: string, world: LiveWorld) {
  const reading = checkTargetDocument(readingOf(text, world));
  if (!reading.ok)
    throw new ControlError('invalid', ...reading.faults.slice(0, MAX_LISTED).map(controlProblem));
  const { file } = reading;
  if (!file.world.complete)
    throw refusedFor(
      'invalid',
      'the world is not complete, so that facts of it are unknown; add complete: true',
      'world.complete',
    );
  return { file, state: stateOf(file.world, file.secrets) };
}
