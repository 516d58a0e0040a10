/** The secrets of a target file: keys, tokens, and variables in what every request carries. */
import type { Secret } from '../../http/secret.ts';
import type { Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { EnvPart } from '../yaml/substitute-env.ts';
import type { Complain } from '../yaml/complain.ts';
import { headerValueProblem } from '../../http/header-text.ts';
import { settingSecrets, type GivenSecret } from './setting-secrets.ts';
import type { TargetInput } from './target-schema.ts';

interface WorldSecret extends GivenSecret {
  readonly path: YamlPath;
}

function worldSecrets({ world }: TargetInput, document: Located): readonly WorldSecret[] {
  const secret = (name: string, value: string, path: YamlPath, suffix: string): WorldSecret => {
    const source = document.envAt(path).find(({ whole }) => whole)?.name;
    return {
      name,
      value,
      path,
      source,
      made: name.toLowerCase().endsWith(suffix) ? name : `${name}_${suffix}`,
    };
  };
  return [
    ...(world?.secretKeys ?? []).map(({ name, key }, at) =>
      secret(name, key, ['world', 'secretKeys', at, 'key'], 'key'),
    ),
    ...(world?.authTokens ?? []).map(({ name, token }, at) =>
      secret(name, token, ['world', 'authTokens', at, 'token'], 'token'),
    ),
  ];
}

function checkSecrets(secrets: readonly WorldSecret[], complain: Complain): void {
  const names = new Set<string>();
  const values = new Map<string, string>();
  for (const { name, value, path } of secrets) {
    if (names.has(name)) {
      const message = `the name ${JSON.stringify(name)} is taken`;
      complain([...path.slice(0, -1), 'name'], message, 'names are unique among keys and tokens');
    }
    names.add(name);
    const nearDuplicate = values.get(value);
    if (nearDuplicate !== undefined) {
      complain(
        path,
        `the same value as ${JSON.stringify(nearDuplicate)}`,
        'every key and token has a value of its own',
      );
    }
    values.set(value, name);
    const problem = headerValueProblem(value);
    if (problem !== undefined) complain(path, `this value ${problem}`);
  }
}

/** `only-group-client_key` gives `ONLY_GROUP_CLIENT_KEY`. */
function shellName(text: string): string {
  const word = text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return /^[A-Z_]/.test(word) ? word : `_${word}`;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}

/** What a variable fills of the base URL beyond the origin, which is no secret: requests go there. */
function beyondOrigin(target: string, { value, start }: EnvPart): string {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(target)?.[0].length ?? 0;
  return value.slice(Math.max(0, origin - start)).replaceAll(/^\/+|\/+$/g, '');
}

/** What stands for such a part in a printed command; empty: nothing does. */
function shellNameOf({ name, value }: EnvPart, part: string): string {
  if (part === value) return name;
  return /^[a-z]+:\/\/[^/]+\//i.test(value) && value.endsWith(`/${part}`) ? `{${name}#*://*/}` : '';
}

/** Every variable whose value is no secret by itself. */
export function variablesOf(
  { target = '' }: TargetInput,
  document: Located,
  secrets: readonly Secret[],
): readonly Secret[] {
  const ofTarget = document.envAt(['target']);
  const isTaken = (name: string, value: string): boolean =>
    secrets.some((secret) => secret.name === name || secret.value === value);
  const variables = new Map<string, Secret>();
  for (const part of document.envs()) {
    const value = ofTarget.includes(part) ? beyondOrigin(target, part) : part.value;
    const name = `env ${part.name}`;
    const known = variables.get(name)?.value ?? '';
    if (value.length <= known.length || isTaken(name, value)) continue;
    variables.set(name, { name, value, envName: shellNameOf(part, value), public: false });
  }
  return [...variables.values()];
}

/** All secrets. Those of a public file are listed too, marked as such. */
export function secretsOf(
  input: TargetInput,
  document: Located,
  isPublic: boolean,
  complain: Complain,
): readonly Secret[] {
  const own = worldSecrets(input, document);
  checkSecrets(own, complain);
  const all = [...own, ...settingSecrets(input, document)];
  const taken = new Set(all.flatMap(({ source }) => source ?? []));
  return all.map(({ name, value, source, made, scheme }) => ({
    name,
    value,
    envName: source ?? freeName(shellName(made), taken),
    ...(scheme !== undefined && { scheme }),
    public: isPublic,
  }));
}
