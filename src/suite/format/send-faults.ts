/** Headers and members that a case alters, but that no request has: nothing would be altered. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { CONTRACT_HEADERS } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import type { KeyOrValue } from '../../config/yaml/located.ts';
import type { YamlPath } from '../../config/yaml/path.ts';
import type { Send } from './schema/send-schema.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Complaint } from './complaint.ts';

interface Named {
  readonly name: string;
  readonly inner: YamlPath;
  readonly part: KeyOrValue;
}

/** The names that parts of an alteration hold, in lists as values, in mappings as keys. */
const named = (parts: Readonly<Record<string, readonly string[] | object>>): readonly Named[] =>
  Object.entries(parts).flatMap(([part, names]): readonly Named[] =>
    Array.isArray(names)
      ? names.map((name: string, index) => ({ name, inner: [part, index], part: 'value' }))
      : Object.keys(names).map((name) => ({ name, inner: [part, name], part: 'key' })),
  );

/** Headers of every request that may be altered; any other name would alter nothing. */
export function headerFaults(send: Send | undefined, path: YamlPath): readonly Complaint[] {
  const { set = {}, without = [], alter = {}, repeat = {} } = send?.headers ?? {};
  const known = [...CONTRACT_HEADERS, ...Object.keys(set), 'User-Agent', 'Accept'];
  const isKnown = (name: string): boolean => known.some((each) => each.toLowerCase() === name.toLowerCase());
  return named({ without, alter, repeat })
    .filter(({ name }) => !isKnown(name))
    .map(({ name, inner, part }) => ({
      path: [...path, 'headers', ...inner],
      message: `no request has a header "${name}"`,
      hint: didYouMean(name, known),
      part,
    }));
}

/** Members of every request that may be altered, and those that the case sets; any other name would alter nothing. */
export function memberFaults(
  send: Send | undefined,
  path: YamlPath,
  ofCase: Send | undefined,
): readonly Complaint[] {
  const { set = {}, without = [], alter = {} } = send ?? {};
  const known = [
    '$id',
    TAG_KEYS,
    ...ENDPOINTS.map(({ idMember }) => idMember),
    ...Object.keys({ ...ofCase?.set, ...set }),
  ];
  return named({ without, alter })
    .filter(({ name }) => !name.startsWith('$') && !known.includes(name.replace(/\[\d+\]$/, '')))
    .map(({ name, inner, part }) => ({
      path: [...path, ...inner],
      message: `no request has a member "${name}"`,
      hint: didYouMean(name, known),
      part,
    }));
}
