/** A whole world as a request brings it: a world file, in YAML or JSON. */
import { checkTargetDocument } from '../../../src/world/target-file/check-target.ts';
import { TARGET_SECRETS } from '../../../src/world/target-file/hidden-parts.ts';
import type { TargetFile, TargetReading } from '../../../src/world/target-file/target-file.ts';
import { targetSchema } from '../../../src/world/target-file/target-schema.ts';
import { isMapping } from '../../../src/world/yaml/path.ts';
import { readValue, readYaml } from '../../../src/world/yaml/read-yaml.ts';
import { ENTITY_KINDS, SECRET_KINDS } from '../../../src/world/entity-kinds.ts';
import { stateOf } from '../../world/store.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { WorldState } from '../../world/world-state.ts';
import { ControlError } from './control-error.ts';
import type { WorldText } from './route.ts';
import { problemAt, problemInText, invalidRequest, parseJson } from './read-value.ts';

/** YAML is read by a slow parser while nothing else is answered; JSON may be larger. */
const MAX_YAML = 4 * 1024 * 1024;

/** What a world file may hold here: no URL, and nothing that names files of this machine. */
const worldFileSchema = targetSchema.omit({ target: true, http: true });

/** `${env:NAME}` stands for the value that the world has under that name now, never for the process's environment. */
function knownSecrets({ state }: LiveWorld): Record<string, string> {
  const all = [...state.keys.all(), ...state.tokens.all()];
  return Object.fromEntries(
    all.filter(({ envName }) => envName !== '').map(({ envName, value }) => [envName, value]),
  );
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
      const given = isMapping(item) ? item[secretMember] : undefined;
      const name = typeof given === 'string' ? REFERENCE.exec(given)?.[1] : undefined;
      const known = name !== undefined && Object.hasOwn(env, name) ? env[name] : undefined;
      return known === undefined || !isMapping(item) ? item : { ...item, [secretMember]: known };
    });
  }
  return { ...value, world };
}

function readingOf({ text, format }: WorldText, world: LiveWorld): TargetReading {
  const env = knownSecrets(world);
  if (format === 'json')
    return checkTargetDocument(readValue(filled(parseJson(text), env), worldFileSchema, 'body'));
  if (text.length > MAX_YAML)
    throw new ControlError('too-large', `YAML of at most ${MAX_YAML} bytes is read; send JSON`, 'body');
  const source = { file: 'body', text };
  return checkTargetDocument(
    readYaml(source, worldFileSchema, { env, secrets: TARGET_SECRETS, kind: 'target' }),
  );
}

/** A world that was read, and the choices that its file makes. */
export interface WorldRead {
  readonly file: TargetFile;
  readonly state: WorldState;
  /** Which of the choices are in the file. */
  readonly chosen: { readonly dialect: boolean; readonly extensions: boolean; readonly provoke: boolean };
}

/** Reads a world file; ControlError('invalid') with every problem and its place. */
export function readWorldText(given: WorldText, world: LiveWorld): WorldRead {
  const reading = readingOf(given, world);
  if (!reading.ok)
    throw invalidRequest(
      reading.faults.map((fault) =>
        given.format === 'yaml'
          ? problemInText(fault)
          : problemAt(fault.path ?? [], fault.message, fault.hint),
      ),
    );
  const { file } = reading;
  if (!file.world.complete)
    throw new ControlError(
      'invalid',
      'the world is not complete, so that facts of it are unknown; add complete: true',
      'world.complete',
    );
  return {
    file,
    state: stateOf(file.world, file.secrets),
    chosen: {
      dialect: file.dialectAnswers.length > 0,
      extensions: file.extensions.length > 0,
      provoke: file.provoke.size > 0,
    },
  };
}
