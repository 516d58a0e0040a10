/** The secrets of a target file: keys, tokens, and variables in what every request carries. */
import type { Secret } from '../../http/secret.ts';
import type { Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
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
