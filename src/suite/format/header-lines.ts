/** Header lines that a case writes out one by one, in their order and spelling. */
import type { HeaderLine } from '../../http/header-value.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { Send, WrittenLine } from './schema/send-schema.ts';
import { USER_AGENT } from '../../http/request.ts';

const isUserAgent = (name: string): boolean => name.toLowerCase() === USER_AGENT.toLowerCase();

function lineOf({ name, value = '', secret, alter }: WrittenLine): HeaderLine {
  if (secret === undefined) return [name, value];
  return [name, alter === undefined ? { secret } : { secret, alter }];
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

/** The first secret that the headers name and the world does not declare. */
export function undeclaredSecret(
  { lines = [], repeat = {} }: NonNullable<Send['headers']>,
  { secretKeys, authTokens }: DeclaredWorld,
): string | undefined {
  const named = [
    ...lines.flatMap(({ secret }) => secret ?? []),
    ...Object.values(repeat).flatMap((how) => (typeof how === 'string' ? [] : [how.secret])),
  ];
  if (named.length === 0) return undefined;
  const declared = new Set([...secretKeys, ...authTokens].map(({ name }) => name));
  return named.find((name) => !declared.has(name));
}
