/** What zod finds wrong in a document, as faults in friendly words. */
import type { z } from 'zod';
import { nearest, suggest } from '../../base/text/nearest.ts';
import type { FileFault } from './fault.ts';
import type { Located } from './located.ts';
import { nameOf, quotedKey, valueAt, type YamlPath } from './path.ts';
import { COLON_HINT, kindFault, type Said, sizeMessage, type Wanted } from './value-faults.ts';

type Issue = z.core.$ZodIssue;
type IssueOf<C extends Issue['code']> = Extract<Issue, { readonly code: C }>;
type AnySchema = z.core.$ZodType;

/** How zod describes a schema to libraries. */
function defOf(schema: AnySchema): z.core.$ZodTypes['_zod']['def'] {
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name for its introspection
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The keys that a schema of a mapping names, or the branches of a union. */
function keysOf(schema: AnySchema): readonly string[] {
  const def = defOf(schema);
  if (def.type === 'object') return Object.keys(def.shape);
  if (def.type === 'union') return [...new Set(def.options.flatMap((option) => keysOf(option)))];
  return 'innerType' in def ? keysOf(def.innerType) : [];
}

const descriptionOf = (schema: AnySchema): string | undefined =>
  'description' in schema && typeof schema.description === 'string' ? schema.description : undefined;

/** Of more keys than this a list is no help. */
const MAX_KEYS = 16;

const aboutKeys = (schema: AnySchema): string | undefined => {
  const keys = keysOf(schema);
  return keys.length === 0 || keys.length > MAX_KEYS ? undefined : `a mapping with ${keys.join(', ')}`;
};

/** Whether a branch of a union wants another kind of value altogether: it was not meant. */
const isOtherKind = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    issue.code === 'invalid_value' ||
    (issue.code === 'invalid_union' && bestBranch(issue) === undefined));

/** The most unknown keys of one mapping for which a missing key goes unsaid. */
const MAX_MISSPELT = 100;

/** How badly a value fits a branch of a union: unknown keys weigh most, then missing ones. */
const badness = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + 20 * issue.keys.length;
    if (issue.code === 'invalid_union' && issue.path.length === 0)
      return sum + badness(bestBranch(issue) ?? []);
    // A wrong literal one level down is most likely that of another branch.
    if (issue.code === 'invalid_value' && issue.path.length === 1 && issue.values.length === 1)
      return sum + 500;
    return sum + (issue.code === 'invalid_type' && issue.input === undefined ? 8 : 3);
  }, 0);

/** The branch of a union that a value was meant for: the one that fits best; undefined when the value is of no branch's kind. */
function bestBranch({ errors }: IssueOf<'invalid_union'>): readonly Issue[] | undefined {
  return errors
    .filter((issues) => !issues.some(isOtherKind))
    .toSorted((one, other) => badness(one) - badness(other))[0];
}

/** The kinds and words that an issue expects; issues about sizes and the like name none. */
function wantedBy(issue: Issue): Wanted {
  if (issue.code === 'invalid_type') return { kinds: [issue.expected], words: [] };
  if (issue.code === 'invalid_value') return { kinds: [], words: issue.values };
  if (issue.code !== 'invalid_union') return { kinds: [], words: [] };
  if ('options' in issue && issue.options !== undefined) return { kinds: [], words: issue.options };
  const own = issue.errors.flat().filter(({ path }) => path.length === 0);
  const branches = own.map(wantedBy);
  return { kinds: branches.flatMap(({ kinds }) => kinds), words: branches.flatMap(({ words }) => words) };
}

/** What is read as a key may be `key:value`, or `key value`. */
const wordOf = (key: string): string => key.split(/[:\s]/)[0] ?? '';

class IssueReading {
  readonly #document: Located;
  readonly #raisedBy: ReadonlyMap<string, AnySchema>;

  constructor(document: Located, raisedBy: ReadonlyMap<string, AnySchema>) {
    this.#document = document;
    this.#raisedBy = raisedBy;
  }

  faults(issues: readonly Issue[], base: YamlPath): readonly FileFault[] {
    const misspelt = new Set<string>();
    const unknown = issues
      .filter((issue) => issue.code === 'unrecognized_keys')
      .flatMap((issue) => this.#unknownKeys(issue, [...base, ...issue.path], misspelt));
    const others = issues
      .filter((issue) => issue.code !== 'unrecognized_keys')
      .map((issue) => ({ issue, path: [...base, ...issue.path] }))
      // A misspelt key is one fault: that the right one is missing too goes without saying.
      .filter(({ path }) => !misspelt.has(JSON.stringify(path)))
      .flatMap(({ issue, path }) => this.#valueFaults(issue, path));
    return [...unknown, ...others];
  }

  /** The unknown keys of a mapping; `misspelt` gets the paths of those that were probably meant. */
  #unknownKeys(
    issue: IssueOf<'unrecognized_keys'>,
    path: YamlPath,
    misspelt: Set<string>,
  ): readonly FileFault[] {
    const schema = this.#raisedBy.get(issue.message);
    const def = schema && defOf(schema);
    const shape = Object.entries(def?.type === 'object' ? def.shape : {});
    const here = new Set(Object.keys(issue.input as object));
    const free = shape.map(([key]) => key).filter((key) => !here.has(key));
    for (const key of issue.keys.slice(0, MAX_MISSPELT)) {
      const meant = nearest(wordOf(key), free);
      if (meant !== undefined) misspelt.add(JSON.stringify([...path, meant]));
    }
    return issue.keys.map((key) => {
      const hint = (): string | undefined => {
        const meant = nearest(wordOf(key), free);
        if (meant !== undefined && wordOf(key) !== key) return COLON_HINT;
        const [outer] = shape.find(([, inner]) => meant === undefined && keysOf(inner).includes(key)) ?? [];
        return outer === undefined ? suggest(key, free, 'possible here') : `it belongs below "${outer}"`;
      };
      return this.#document.faultAt([...path, key], `unknown key ${quotedKey(key)}`, hint, 'key');
    });
  }

  #missingKey(issue: Issue, path: YamlPath, schema: AnySchema | undefined): Said {
    const { words } = wantedBy(issue);
    const key = String(path.at(-1));
    const where = path.length === 1 ? '' : ` in ${nameOf(path.slice(0, -1))}`;
    const about = (schema && descriptionOf(schema)) ?? (words.length > 0 ? `one of ${words.join(', ')}` : '');
    return [
      `the key ${JSON.stringify(key)} is missing${where}`,
      about === '' ? undefined : `${key}: ${about}`,
    ];
  }

  #valueFaults(issue: Issue, path: YamlPath): readonly FileFault[] {
    const schema = this.#raisedBy.get(issue.message);
    const value = valueAt(this.#document.value, path);
    const fault = (said: Said, part?: 'key', at = path): readonly FileFault[] => [
      this.#document.faultAt(at, said[0], said[1], part),
    ];
    if (value === undefined && path.length > 0)
      return fault(this.#missingKey(issue, path, schema), undefined, path.slice(0, -1));
    // Schemas may bring a message of their own, which follows the name.
    if (issue.code === 'custom')
      return fault(
        [`${nameOf(path)} ${issue.message}`, issue.params?.['hint'] as string | undefined],
        issue.params?.['part'] as 'key' | undefined,
      );
    if (schema === undefined) return fault([`${nameOf(path)} ${issue.message}`]);
    const ofKind = (about: string | undefined): readonly FileFault[] => {
      const source = this.#document.sourceAt(path);
      const said = kindFault({ path, value, source, wanted: wantedBy(issue), about });
      return fault(said, value === null ? 'key' : undefined);
    };
    const keys = defOf(schema).type === 'object' ? aboutKeys(schema) : undefined;
    const about = keys ?? descriptionOf(schema);
    switch (issue.code) {
      case 'invalid_type':
      case 'invalid_value':
        return ofKind(about);
      case 'invalid_union': {
        const branch = bestBranch(issue);
        if (branch === undefined) return ofKind(about ?? aboutKeys(schema));
        const unknown = branch.find(
          ({ code, path: { length } }) => code === 'unrecognized_keys' && length === 0,
        );
        const known =
          Object.keys(value as object).length - (unknown as IssueOf<'unrecognized_keys'>)?.keys.length;
        if (about === undefined || known !== 0) return this.faults(branch, path);
        return fault([`${nameOf(path)} has none of the keys that are possible here`, about]);
      }
      case 'invalid_key': {
        const own = issue.issues.find(({ message }) => !this.#raisedBy.has(message))?.message;
        return fault([`the key ${nameOf(path)} ${own ?? 'is not possible here'}`], 'key');
      }
      default:
        return fault([`${nameOf(path)} ${sizeMessage(issue)}`, this.#remedyOf(issue, path)]);
    }
  }

  #remedyOf(issue: Issue, path: YamlPath): string | undefined {
    const empty = this.#document.envAt(path).find(({ whole, value }) => whole && value === '');
    if (empty !== undefined) return `the environment variable ${empty.name} is set, but empty`;
    const isEmptyList = issue.code === 'too_small' && issue.origin === 'array';
    return isEmptyList ? 'add one, or leave the key out where it is optional' : undefined;
  }
}

/** What a schema makes of a document's value, or the faults that it finds. */
export function checkedBy<T>(
  document: Located,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly faults: readonly FileFault[] } {
  // zod tells the map of messages alone which schema raised an issue: the message stands for the schema.
  const raisedBy = new Map<string, AnySchema>();
  const checked = schema.safeParse(document.value, {
    reportInput: true,
    error: ({ schema: owner }) => {
      const message = `#${raisedBy.size}`;
      if (owner !== undefined) raisedBy.set(message, owner);
      return message;
    },
  });
  if (checked.success) return { value: checked.data };
  return { faults: new IssueReading(document, raisedBy).faults(checked.error.issues, []) };
}
