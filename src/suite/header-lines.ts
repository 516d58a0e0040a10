/** Header lines that a case writes out one by one, in their order and spelling. */
import type { HeaderLine } from '../exchange/header-value.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import type { WrittenLine } from './case-schema.ts';
import { USER_AGENT } from './valid-request.ts';

const isUserAgent = (name: string): boolean => name.toLowerCase() === USER_AGENT.toLowerCase();

function lineOf({ name, value = '', secret, bend }: WrittenLine): HeaderLine {
  if (secret === undefined) return [name, value];
  return [name, bend === undefined ? { secret } : { secret, bend }];
}

/** The lines as written, behind the User-Agent that names the case, unless there is one among them. */
export function writtenLines(
  written: readonly WrittenLine[],
  valid: readonly HeaderLine[],
): readonly HeaderLine[] {
  const own = written.some(({ name }) => isUserAgent(name))
    ? []
    : valid.filter(([name]) => isUserAgent(name));
  return [...own, ...written.map(lineOf)];
}

/** The first secret of the lines that the world does not declare. */
export function undeclaredSecret(
  written: readonly WrittenLine[],
  { secretKeys, authTokens }: DeclaredWorld,
): string | undefined {
  const declared = new Set([...secretKeys, ...authTokens].map(({ name }) => name));
  return written.flatMap(({ secret }) => secret ?? []).find((name) => !declared.has(name));
}
