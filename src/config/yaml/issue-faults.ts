/** What zod finds wrong in a document, as faults in friendly words. */
import type { z } from 'zod';
import { bestBranch } from './best-branch.ts';
import type { Fault } from './fault.ts';
import { missingKey, unknownKeys, type UnknownKey } from './key-faults.ts';
import { kindFault, type Wanted } from './kind-fault.ts';
import type { LocatedDocument } from './located.ts';
import { nameOf, type YamlPath } from './path.ts';
import { branchesOf, schemasAt } from './schema-walk.ts';
import { sizeMessage } from './size-words.ts';

type Issue = z.core.$ZodIssue;
type IssueOf<C extends Issue['code']> = Extract<Issue, { readonly code: C }>;
type AnySchema = z.core.$ZodType;

/** Where in the document issues were found, and the schemas that found them. */
interface Scope {
  readonly document: LocatedDocument;
  /** The schemas that may apply where `base` leads. */
  readonly schemas: readonly AnySchema[];
  readonly base: YamlPath;
}

function schemasOf({ schemas }: Scope, { path }: Issue): readonly AnySchema[] {
  return schemas.flatMap((schema) => schemasAt(schema, path));
}

/** Every kind and word that the branches of a union begin with. */
function alternatives(issues: readonly Issue[]): Wanted {
  const own = issues.filter(({ path }) => path.length === 0);
  const nested = own.flatMap((issue) =>
    issue.code === 'invalid_union' ? [alternatives(issue.errors.flat())] : [],
  );
  const kinds = own.flatMap((issue) => (issue.code === 'invalid_type' ? [issue.expected] : []));
  const words = own.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  return {
    kinds: [...kinds, ...nested.flatMap((each) => each.kinds)],
    words: [...words, ...nested.flatMap((each) => each.words)],
  };
}

/** The kinds of value that an issue expects; issues about sizes and the like name none. */
function wantedBy(issue: Issue): Wanted {
  if (issue.code === 'invalid_type') return { kinds: [issue.expected], words: [] };
  if (issue.code === 'invalid_value') return { kinds: [], words: issue.values };
  if (issue.code !== 'invalid_union') return { kinds: [], words: [] };
  if ('options' in issue && issue.options !== undefined) return { kinds: [], words: issue.options };
  return alternatives(issue.errors.flat());
}

function unionFaults(
  scope: Scope,
  issue: IssueOf<'invalid_union'>,
  path: YamlPath,
  value: unknown,
): readonly Fault[] {
  const index = bestBranch(issue.errors);
  if (index === undefined) return [kindFault(scope.document, path, wantedBy(issue), value)];
  const schemas = schemasOf(scope, issue).flatMap((union) => branchesOf(union)[index] ?? []);
  return issueFaults(issue.errors[index] ?? [], { ...scope, schemas, base: path });
}

/** That a text is empty since its variable is: the file itself looks right. */
function emptyVariable(document: LocatedDocument, path: YamlPath): string | undefined {
  const empty = document.envAt(path).find(({ whole, value }) => whole && value === '');
  return empty && `the environment variable ${empty.name} is set, but empty`;
}

function valueFaults(scope: Scope, issue: Issue, path: YamlPath, value: unknown): readonly Fault[] {
  const { document } = scope;
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      return [kindFault(document, path, wantedBy(issue), value)];
    case 'invalid_union':
      return unionFaults(scope, issue, path, value);
    case 'invalid_key':
      return [document.faultAt(path, `the key ${nameOf(path)} is not possible here`, undefined, 'key')];
    default:
      return [document.faultAt(path, `${nameOf(path)} ${sizeMessage(issue)}`, emptyVariable(document, path))];
  }
}

/** The unknown keys among issues, by the path of their mapping. */
function unknownAmong(
  issues: readonly Issue[],
  scope: Scope,
): readonly (UnknownKey & { readonly at: YamlPath })[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const at = [...scope.base, ...issue.path];
    return unknownKeys(scope.document, at, issue.keys, schemasOf(scope, issue)).map((each) => ({
      ...each,
      at,
    }));
  });
}

function issueFaults(issues: readonly Issue[], scope: Scope): readonly Fault[] {
  const unknown = unknownAmong(issues, scope);
  // A misspelt key is one fault: that the right one is missing too goes without saying.
  const misspelt = new Set(unknown.map(({ at, meant }) => JSON.stringify([...at, meant])));
  const others = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return [];
    const path = [...scope.base, ...issue.path];
    const { missing, value } = scope.document.valueAt(path);
    if (!missing) return valueFaults(scope, issue, path, value);
    if (misspelt.has(JSON.stringify(path))) return [];
    return [missingKey(scope.document, path, schemasOf(scope, issue)[0], wantedBy(issue).words)];
  });
  return [...unknown.map(({ fault }) => fault), ...others];
}

/** The faults of a document that a schema refuses. The issues must have been reported with their input. */
export function schemaFaults(
  issues: readonly Issue[],
  document: LocatedDocument,
  schema: AnySchema,
): readonly Fault[] {
  return issueFaults(issues, { document, schemas: [schema], base: [] });
}
