/** What several world files of a folder say differently, or twice: each with both places. */
import type { TargetInput } from '../target-file/target-schema.ts';
import type { FileFault } from '../yaml/fault.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Read } from '../yaml/read-yaml.ts';
import { isJoined, namesIn } from './merged-world.ts';

type Part = Read<TargetInput>;

const placeOf = (part: Part, path: YamlPath): string => {
  const { file, line, column } = part.at(path);
  return `${file}:${line}:${column}`;
};

/** Paths of single values that are in a file, lists aside. */
function* scalars(value: unknown, path: YamlPath = []): Generator<readonly [path: YamlPath, value: unknown]> {
  if (value === undefined || (Array.isArray(value) && isJoined(path))) return;
  if (Array.isArray(value)) yield [path, JSON.stringify(value)];
  else if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [name, each] of Object.entries(value)) yield* scalars(each, [...path, name]);
}

/** Values that two files give differently; a text is not quoted, for it may be a secret. */
function otherwise(parts: readonly Part[]): readonly FileFault[] {
  const first = new Map<string, readonly [part: Part, value: unknown]>();
  const faults: FileFault[] = [];
  for (const part of parts)
    for (const [path, value] of scalars(part.value)) {
      const key = JSON.stringify(path);
      const [other, before] = first.get(key) ?? [];
      if (other === undefined) first.set(key, [part, value]);
      else if (before !== value)
        faults.push(
          part.faultAt(path, `${path.join('.')} differs from ${placeOf(other, path)}`, 'say it in one file'),
        );
    }
  return faults;
}

/** Names and ids that two files have; within a file the reader finds them. */
function twice(parts: readonly Part[]): readonly FileFault[] {
  const first = new Map<string, readonly [part: Part, path: YamlPath]>();
  const faults: FileFault[] = [];
  for (const part of parts)
    for (const [name, path] of namesIn(part.value.world ?? {})) {
      const [other, before = []] = first.get(name) ?? [];
      if (other === undefined) first.set(name, [part, path]);
      else if (other !== part)
        faults.push(part.faultAt(path, `${name} is declared in ${placeOf(other, before)}, too`));
    }
  return faults;
}

const isPublic = ({ value }: Part): boolean => value.public === true || value.world?.public === true;
const hasSecrets = ({ value: { world } }: Part): boolean =>
  (world?.secretKeys ?? []).length + (world?.authTokens ?? []).length > 0;

/** `public` applies to all secrets of a world: one file must not make the secrets of another public. */
function halfPublic(parts: readonly Part[]): readonly FileFault[] {
  const open = parts.find(isPublic);
  const closed = parts.find((part) => hasSecrets(part) && !isPublic(part));
  if (open === undefined || closed === undefined) return [];
  const path = open.value.public === true ? ['public'] : ['world', 'public'];
  return [
    open.faultAt(
      path,
      `public would also apply to the keys and tokens of ${closed.file}, too`,
      `say public: true in ${closed.file} as well, or leave it out here`,
    ),
  ];
}

/** All clashes of the files of a folder. */
export const clashes = (parts: readonly Part[]): readonly FileFault[] => [
  ...otherwise(parts),
  ...twice(parts),
  ...halfPublic(parts),
];
