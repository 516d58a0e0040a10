/** The seed kit with the keys and tokens of the shipped world, which are public, for backends that read no environment. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Secrets {
  readonly world: {
    readonly secretKeys: readonly { readonly name: string; readonly key: string }[];
    readonly authTokens: readonly { readonly name: string; readonly token: string }[];
  };
}

const variable = (kind: string, name: string): string =>
  `TAGPROOF_${kind}_${name}`.toUpperCase().replaceAll('-', '_');

/** The variables of the kit, with the values of the shipped world. */
export function kitVariables(): Readonly<Record<string, string>> {
  const { world } = parse(readFileSync('fixtures/world.yaml', 'utf8')) as Secrets;
  return Object.fromEntries([
    ...world.secretKeys.map(({ name, key }) => [variable('KEY', name), key] as const),
    ...world.authTokens.map(({ name, token }) => [variable('TOKEN', name), token] as const),
  ]);
}

/** The world file of the kit with values in place of its variables. */
export function filledKit(): string {
  const values = kitVariables();
  return readFileSync('fixtures/seed-kit.yaml', 'utf8').replaceAll(
    /\$\{env:(\w+)\}/g,
    (reference, name: string) => values[name] ?? reference,
  );
}
