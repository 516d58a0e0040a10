/** What zod finds wrong in a document, as faults in friendly words. */
import type { z } from 'zod';
import type { FileFault } from './fault.ts';
import { COLON_HINT, kindFault, sizeMessage, type WantedValue } from './value-faults.ts';
import type { LocatedDocument } from './located.ts';
import { isMappingOrList, nameOf, valueAt, type YamlPath } from './path.ts';
import { aboutSchema, branchesOf, descriptionOf, keysOf, schemasAt } from './schema-walk.ts';
import { nearest, suggest } from '../../base/text/nearest.ts';

type Issue = z.core.$ZodIssue;
type IssueOf<C extends Issue['code']> = Extract<Issue, { readonly code: C }>;
type AnySchema = z.core.$ZodType;

/** A key that is unknown, with the one that was probably meant. */
interface UnknownKey {
  readonly key: string;
  readonly meant: string | undefined;
  readonly fault: FileFault;
}

/** The unknown keys of the mapping at a path, where one of these schemas applies. */
function unknownKeys(
  document: LocatedDocument,
  path: YamlPath,
  keys: readonly string[],
  schemas: readonly AnySchema[],
): readonly UnknownKey[] {
  const value = valueAt(document.value, path);
  const present = new Set(isMappingOrList(value) ? Object.keys(value) : []);
  const all = [...new Set(schemas.flatMap(keysOf))];
  const free = all.filter((key) => !present.has(key));
  return keys.map((key) => {
    // What is read as a key may be `key:value`.
    const [word = ''] = key.split(':');
    const meant = nearest(word, free);
    const above = meant === undefined ? all.find((outer) => keysAt(schemas, outer).includes(key)) : undefined;
    const belongs = above && `it belongs below ${JSON.stringify(above)}`;
    const glued = meant !== undefined && word !== key ? COLON_HINT : undefined;
    const hint = belongs ?? glued ?? suggest(key, free, 'possible here');
    return {
      key,
      meant,
      fault: document.faultAt([...path, key], `unknown key ${JSON.stringify(key)}`, hint, 'key'),
    };
  });
}

const keysAt = (schemas: readonly AnySchema[], key: string): readonly string[] =>
  schemas.flatMap((schema) => schemasAt(schema, [key])).flatMap(keysOf);

/** A key that is missing; `schema` is what its value would have to match, `words` what it could be. */
function missingKey(
  document: LocatedDocument,
  path: YamlPath,
  schema: AnySchema | undefined,
  words: readonly unknown[],
): FileFault {
  const key = String(path.at(-1));
  const around = path.slice(0, -1);
  const where = around.length === 0 ? '' : ` in ${nameOf(around)}`;
  const about =
    (schema && descriptionOf(schema)) ?? (words.length > 0 ? `one of ${words.join(', ')}` : undefined);
  const hint = about === undefined ? undefined : `${key}: ${about}`;
  return document.faultAt(around, `the key ${JSON.stringify(key)} is missing${where}`, hint);
}

/** A branch that wants another kind of value altogether was not meant. */
const OTHER_KIND = 10_000;
/** A wrong literal one level down is most likely that of another branch. */
const OTHER_LITERAL = 500;

/** Whether an issue says that the value itself is of the wrong kind, or not one of the words. */
function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

function weight(issue: Issue): number {
  if (isOtherKind(issue)) return OTHER_KIND;
  if (issue.code === 'invalid_value' && issue.path.length === 1 && issue.values.length === 1)
    return OTHER_LITERAL;
  if (issue.code === 'unrecognized_keys') return 20 * issue.keys.length;
  if (issue.code === 'invalid_union' && issue.path.length === 0)
    return Math.min(OTHER_KIND, ...issue.errors.map(badness));
  return issue.code === 'invalid_type' && issue.input === undefined ? 8 : 3;
}

/** How badly a value fits a branch. */
function badness(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + weight(issue), 0);
}

/** Which branch of a union a value was meant for, as zod reports the failures of all of them: the one that fits best; undefined when the value is of no branch's kind. */
function bestBranch(errors: readonly (readonly Issue[])[]): number | undefined {
  let best: { readonly index: number; readonly badness: number } | undefined;
  for (const [index, issues] of errors.entries()) {
    const found = badness(issues);
    if (found < OTHER_KIND && (best === undefined || found < best.badness)) best = { index, badness: found };
  }
  return best?.index;
}

/** Where in the document issues were found, and the schemas that found them. */
interface IssueScope {
  readonly document: LocatedDocument;
  /** The schemas that may apply where `base` leads. */
  readonly schemas: readonly AnySchema[];
  readonly base: YamlPath;
}

function schemasOf({ schemas }: IssueScope, { path }: Issue): readonly AnySchema[] {
  return schemas.flatMap((schema) => schemasAt(schema, path));
}

/** Every kind and word that the branches of a union begin with. */
function alternatives(issues: readonly Issue[]): WantedValue {
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
function wantedBy(issue: Issue): WantedValue {
  if (issue.code === 'invalid_type') return { kinds: [issue.expected], words: [] };
  if (issue.code === 'invalid_value') return { kinds: [], words: issue.values };
  if (issue.code !== 'invalid_union') return { kinds: [], words: [] };
  if ('options' in issue && issue.options !== undefined) return { kinds: [], words: issue.options };
  return alternatives(issue.errors.flat());
}

/** What is possible where an issue was found. */
function aboutIssue(scope: IssueScope, issue: Issue): string | undefined {
  const [schema] = schemasOf(scope, issue);
  return schema && aboutSchema(schema);
}

/** The keys of the mappings among the branches of a union. */
function aboutKeys(scope: IssueScope, issue: Issue): string | undefined {
  const keys = schemasOf(scope, issue).flatMap(keysOf);
  return keys.length === 0 ? undefined : `a mapping with ${keys.join(', ')}`;
}

/** Whether a mapping has no key that its branch of a union knows: most likely no branch was meant. */
function strangeMapping(issues: readonly Issue[], value: unknown): boolean {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  return unknown.length > 0 && unknown.length === Object.keys(value as object).length;
}

function unionFaults(
  scope: IssueScope,
  issue: IssueOf<'invalid_union'>,
  path: YamlPath,
  value: unknown,
): readonly FileFault[] {
  const index = bestBranch(issue.errors);
  if (index === undefined)
    return [
      kindFault(
        scope.document,
        path,
        wantedBy(issue),
        value,
        aboutIssue(scope, issue) ?? aboutKeys(scope, issue),
      ),
    ];
  const about = strangeMapping(issue.errors[index] ?? [], value) ? aboutIssue(scope, issue) : undefined;
  if (about !== undefined)
    return [
      scope.document.faultAt(path, `${nameOf(path)} has none of the keys that are possible here`, about),
    ];
  const schemas = schemasOf(scope, issue).flatMap((union) => branchesOf(union)[index] ?? []);
  return issueFaults(issue.errors[index] ?? [], { ...scope, schemas, base: path });
}

/** That a text is empty since its variable is: the file itself looks right. */
function emptyVariable(document: LocatedDocument, path: YamlPath): string | undefined {
  const empty = document.envAt(path).find(({ whole, value }) => whole && value === '');
  return empty && `the environment variable ${empty.name} is set, but empty`;
}

const emptyList = (issue: Issue): string | undefined =>
  issue.code === 'too_small' && issue.origin === 'array'
    ? 'add one, or leave the key out where it is optional'
    : undefined;

function valueFaults(scope: IssueScope, issue: Issue, path: YamlPath, value: unknown): readonly FileFault[] {
  const { document } = scope;
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      return [kindFault(document, path, wantedBy(issue), value, aboutIssue(scope, issue))];
    case 'invalid_union':
      return unionFaults(scope, issue, path, value);
    case 'invalid_key':
      return [document.faultAt(path, `the key ${nameOf(path)} is not possible here`, undefined, 'key')];
    default:
      return [
        document.faultAt(
          path,
          `${nameOf(path)} ${sizeMessage(issue)}`,
          emptyVariable(document, path) ?? emptyList(issue),
        ),
      ];
  }
}

/** The unknown keys among issues, by the path of their mapping. */
function unknownAmong(
  issues: readonly Issue[],
  scope: IssueScope,
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

function issueFaults(issues: readonly Issue[], scope: IssueScope): readonly FileFault[] {
  const unknown = unknownAmong(issues, scope);
  // A misspelt key is one fault: that the right one is missing too goes without saying.
  const misspelt = new Set(unknown.map(({ at, meant }) => JSON.stringify([...at, meant])));
  const others = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return [];
    const path = [...scope.base, ...issue.path];
    const value = valueAt(scope.document.value, path);
    if (value !== undefined || path.length === 0) return valueFaults(scope, issue, path, value);
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
): readonly FileFault[] {
  return issueFaults(issues, { document, schemas: [schema], base: [] });
}
