/** A seed kit with the keys and tokens of the shipped world, which are public. */
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';

interface Secrets {
  readonly world: {
    readonly secretKeys: readonly { readonly name: string; readonly key: string }[];
    readonly authTokens: readonly { readonly name: string; readonly token: string }[];
  };
}

const variable = (kind: string, name: string): string =>
  `TAGPROOF_${kind}_${name}`.toUpperCase().replaceAll('-', '_');

/** What a team would put into the environment for the kit. */
export function kitEnv(): Readonly<Record<string, string>> {
  const { world } = parse(readFileSync('fixtures/world.yaml', 'utf8')) as Secrets;
  return Object.fromEntries([
    ...world.secretKeys.map(({ name, key }) => [variable('KEY', name), key]),
    ...world.authTokens.map(({ name, token }) => [variable('TOKEN', name), token]),
  ]);
}

/** The world file of a kit with these values in place of the variables, for backends that read no environment. */
export function fillKit(text: string): string {
  const env = kitEnv();
  return text.replaceAll(/\$\{env:(\w+)\}/g, (reference, name: string) => env[name] ?? reference);
}
