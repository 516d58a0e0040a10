/** Names of a case that nothing has: references, headers and members; and secrets where none is allowed. */
import type { YamlPath } from '../../config/yaml/path.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Complaint } from './exclusive-parts.ts';
import { isReference, REFERENCES, withoutElement } from './references.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { CONTRACT_HEADERS } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import type { KeyOrValue } from '../../config/yaml/located.ts';
import type { Send } from './schema/send-schema.ts';

const SECRET_REFERENCES = ['$key', '$token'];
const ALL_REFERENCES = [
  ...Object.keys(REFERENCES),
  '$subject.tags.0.key',
  '$subject.tags.0.value',
  ...SECRET_REFERENCES,
];

const isKnownReference = (text: string): boolean =>
  isReference(withoutElement(text)) || SECRET_REFERENCES.includes(text);

function referenceFault(text: string, path: YamlPath): readonly Complaint[] {
  const odd = text.startsWith('$') && !text.startsWith('$$') && !isKnownReference(text);
  if (!odd) return [];
  return [
    {
      path,
      message: `nothing is called ${text}`,
      hint: didYouMean(text, ALL_REFERENCES) ?? `references: ${ALL_REFERENCES.join(', ')}`,
    },
  ];
}

/** References in any part of a case. A name is marked at its place. */
export function referenceFaults(value: unknown, path: YamlPath): readonly Complaint[] {
  if (typeof value === 'string') return referenceFault(value, path);
  if (Array.isArray(value)) return value.flatMap((item, index) => referenceFaults(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...referenceFault(name, [...path, name]).map((complaint): Complaint => ({ ...complaint, part: 'key' })),
    ...referenceFaults(member, [...path, name]),
  ]);
}

/** Secrets go into headers only: a body that held one would show it. */
export function secretFaults(value: unknown, path: YamlPath): readonly Complaint[] {
  if (typeof value === 'string')
    return SECRET_REFERENCES.includes(value)
      ? [{ path, message: `${value} stands for a secret, which only a header carries` }]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  const items = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return items.flatMap(([name, item]) => secretFaults(item, [...path, name]));
}

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
