/** References of a case that nothing serves, and secrets where none is allowed. */
import type { YamlPath } from '../../config/yaml/path.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Complaint } from './complaint.ts';
import { withoutElement } from './element.ts';
import { isReference, REFERENCES } from './references.ts';

const SECRET_REFERENCES = ['$key', '$token'];
const ALL_REFERENCES = [
  ...Object.keys(REFERENCES),
  '$subject.tags.0.key',
  '$subject.tags.0.value',
  ...SECRET_REFERENCES,
];

const isKnown = (text: string): boolean =>
  isReference(withoutElement(text)) || SECRET_REFERENCES.includes(text);

function referenceFault(text: string, path: YamlPath): readonly Complaint[] {
  const odd = text.startsWith('$') && !text.startsWith('$$') && !isKnown(text);
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
