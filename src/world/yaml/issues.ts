/** What zod finds wrong in a document, as faults in friendly words. */
import { z } from 'zod';
import { distance, nearest, suggest } from '../../base/text/nearest.ts';
import { type FileFault, faultId } from './fault.ts';
import type { Located } from './located.ts';
import { valueAt, type YamlPath } from './path.ts';
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

/** The keys that each item of a list may have. */
function itemKeysOf(schema: AnySchema): readonly string[] {
  const def = defOf(schema);
  if (def.type === 'array') return keysOf(def.element);
  return 'innerType' in def ? itemKeysOf(def.innerType) : [];
}

/** Of more keys than this a list is no help. */
const MAX_KEYS = 16;

const descriptionOf = (schema: AnySchema): string | undefined =>
  'description' in schema && typeof schema.description === 'string' ? schema.description : undefined;

/** What belongs at a place: the keys of a mapping, else what its schema says of itself. */
function aboutOf(schema: AnySchema): string | undefined {
  const keys = keysOf(schema);
  const listed =
    keys.length === 0 || keys.length > MAX_KEYS ? undefined : `a mapping with ${keys.join(', ')}`;
  const own = descriptionOf(schema);
  return defOf(schema).type === 'object' ? (listed ?? own) : (own ?? listed);
}

/** Whether a branch of a union wants another kind of value altogether: it was not meant. */
const isOtherKind = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    issue.code === 'invalid_value' ||
    (issue.code === 'invalid_union' && bestBranch(issue) === undefined));

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
  const branches = issue.errors
    .flat()
    .filter(({ path }) => path.length === 0)
    .map(wantedBy);
  return { kinds: branches.flatMap(({ kinds }) => kinds), words: branches.flatMap(({ words }) => words) };
}

/** Of more unknown keys than this in one mapping the others go unsaid. */
const MAX_UNKNOWN = 100;

/** Where what an issue is about stands: of a union, in the branch that was meant. */
function pathsOf(issue: Issue): readonly YamlPath[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  const branch = issue.code === 'invalid_union' ? bestBranch(issue) : undefined;
  return branch?.flatMap(pathsOf).map((path) => [...issue.path, ...path]) ?? [issue.path];
}

/** What a schema makes of a document's value, or the faults that it finds, and where. */
export function checkedBy<T>(
  document: Located,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly faults: readonly FileFault[]; readonly paths: readonly YamlPath[] } {
  // zod tells the map of messages alone which schema raised an issue: the message stands for the schema.
  const raisedBy = new Map<string, AnySchema>();
  const context: z.core.ParseContext<Issue> = {
    reportInput: true,
    error: ({ schema: owner }) => {
      const message = `#${raisedBy.size}`;
      if (owner !== undefined) raisedBy.set(message, owner);
      return message;
    },
  };
  const checked = schema.safeParse(document.value, context);
  if (checked.success) return { value: checked.data };

  /** The unknown keys of a mapping; `misspelt` gets the paths of those that were probably meant. */
  function unknownKeys(
    { message, keys, input }: IssueOf<'unrecognized_keys'>,
    path: YamlPath,
    misspelt: Set<string>,
  ): readonly FileFault[] {
    const owner = raisedBy.get(message);
    const def = owner && defOf(owner);
    const shape = Object.entries(def?.type === 'object' ? def.shape : {});
    const free = shape.map(([key]) => key).filter((key) => !Object.hasOwn(input as object, key));
    return keys.slice(0, MAX_UNKNOWN).map((key) => {
      // What is read as a key may be `key:value`, or `key value`.
      const [word = ''] = key.split(/[:\s]/);
      const close = nearest(word, free);
      const isSlip = close !== undefined && distance(word, close) === 1;
      const listed = isSlip ? undefined : shape.find(([, inner]) => itemKeysOf(inner).includes(key))?.[0];
      const meant = listed === undefined ? close : undefined;
      if (meant !== undefined) misspelt.add(JSON.stringify([...path, meant]));
      const isGlued = meant !== undefined && word !== key;
      const shown = isGlued ? `${word} …` : meant !== undefined || document.shows(key) ? key : undefined;
      // The key that was meant may be there already.
      const near = nearest(
        word,
        shape.map(([known]) => known),
      );
      const isAgain = near !== undefined && near !== meant && distance(word, near) === 1;
      const outer = meant === undefined && shape.find(([, inner]) => keysOf(inner).includes(key))?.[0];
      const hint = isAgain
        ? `"${near}" is here already`
        : listed !== undefined
          ? `it belongs to an item of the list below "${listed}"`
          : outer
            ? `it belongs below "${outer}"`
            : suggest(key, free, 'possible here');
      const said = shown === undefined ? 'unknown key' : `unknown key ${JSON.stringify(shown)}`;
      return document.faultAt([...path, key], said, isGlued ? COLON_HINT : hint, 'key');
    });
  }

  function missingKey(issue: Issue, path: YamlPath, owner: AnySchema | undefined): Said {
    const { words } = wantedBy(issue);
    const key = String(path.at(-1));
    const where = path.length === 1 ? '' : ` in ${document.nameOf(path.slice(0, -1))}`;
    const about =
      (owner && descriptionOf(owner)) ?? (words.length > 0 ? `one of ${words.join(', ')}` : undefined);
    return [`the key ${JSON.stringify(key)} is missing${where}`, about && `${key}: ${about}`];
  }

  function remedyOf(issue: Issue, path: YamlPath): string | undefined {
    const empty = document.envAt(path).find(({ whole, value }) => whole && value === '');
    if (empty !== undefined) return `the environment variable ${empty.name} is set, but empty`;
    const isEmptyList = issue.code === 'too_small' && issue.origin === 'array';
    return isEmptyList ? 'add one, or leave the key out where it is optional' : undefined;
  }

  /** A number or a word where text is expected, which quotes alone would not mend: what is wrong with it in quotes. */
  function wrongInQuotes(owner: AnySchema, path: YamlPath): Said | undefined {
    if (!['number', 'boolean'].includes(typeof valueAt(document.value, path))) return undefined;
    const { error } = z.safeParse(owner, document.textAt(path));
    const own = error?.issues.find(({ code }) => code === 'custom') as IssueOf<'custom'> | undefined;
    return own && [own.message, (own.params?.['hint'] as string | undefined) ?? 'write it in quotes'];
  }

  /** What else is wrong with a mapping whose kind is no known one: what is wrong whichever was meant. */
  function faultsOfAnyKind(issue: Issue, path: YamlPath): readonly FileFault[] {
    const def = defOf(raisedBy.get(issue.message) ?? schema);
    if (issue.code !== 'invalid_union' || def.type !== 'union' || !('discriminator' in def)) return [];
    const around = path.slice(0, -1);
    const [first = [], ...others] = def.options.map((option) => {
      const issues = z.safeParse(option, valueAt(document.value, around), context).error?.issues ?? [];
      return faultsOf(
        issues.filter((each) => each.path[0] !== def.discriminator),
        around,
      );
    });
    const inAll = others.map((each) => new Set(each.map(faultId)));
    return first.filter((fault) => inAll.every((said) => said.has(faultId(fault))));
  }

  function valueFaults(issue: Issue, path: YamlPath): readonly FileFault[] {
    const owner = raisedBy.get(issue.message);
    const value = valueAt(document.value, path);
    const name = document.nameOf(path);
    const fault = ([message, hint]: Said, part?: 'key'): readonly FileFault[] => [
      document.faultAt(path, message, hint, part),
    ];
    if (value === undefined && path.length > 0)
      return [document.faultAt(path.slice(0, -1), ...missingKey(issue, path, owner))];
    const ended = document.envAt(path).find(({ value: filled }) => /[\r\n]$/.test(filled));
    if (issue.code === 'custom' && ended !== undefined)
      return fault([
        `the value of the environment variable ${ended.name} ends in a line break`,
        `set it without one: export ${ended.name}="$(cat FILE)", or write the file with printf %s`,
      ]);
    // Schemas may bring a message of their own, which follows the name.
    if (issue.code === 'custom')
      return [
        document.faultOf(
          path,
          `${name} ${issue.message}`,
          issue.params?.['hint'] as string | undefined,
          issue.params?.['part'] as 'key' | undefined,
        ),
      ];
    if (owner === undefined) return fault([`${name} ${issue.message}`]);
    const about = aboutOf(owner);
    if (issue.code === 'invalid_key') {
      const own = issue.issues.find(({ message }) => !raisedBy.has(message))?.message;
      return fault(
        [`${name === 'this' ? 'this key' : `the key ${name}`} ${own ?? 'is not possible here'}`],
        'key',
      );
    }
    const branch = issue.code === 'invalid_union' ? bestBranch(issue) : undefined;
    if (branch !== undefined) {
      const unknown = branch.find(
        ({ code, path: { length } }) => code === 'unrecognized_keys' && length === 0,
      );
      const known =
        Object.keys(value as object).length - (unknown as IssueOf<'unrecognized_keys'>)?.keys.length;
      const own = descriptionOf(owner);
      if (own === undefined || known !== 0) return faultsOf(branch, path);
      return fault([`${name} has none of the keys that are possible here`, own]);
    }
    if (!['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code))
      return fault([`${name} ${sizeMessage(issue)}`, remedyOf(issue, path)]);
    const wrong = wrongInQuotes(owner, path);
    if (wrong !== undefined) return [document.faultOf(path, `${name} ${wrong[0]}`, wrong[1])];
    const text = document.textAt(path);
    const source = text !== undefined && document.shows(text) ? text : undefined;
    const isShown = document.shows(String(value));
    const said = kindFault({ name, value, source, isShown, wanted: wantedBy(issue), about });
    return fault(said, value === null ? 'key' : undefined);
  }

  function faultsOf(issues: readonly Issue[], base: YamlPath): readonly FileFault[] {
    const misspelt = new Set<string>();
    const placed = issues.map((issue) => ({ issue, path: [...base, ...issue.path] }));
    const unknown = placed.flatMap(({ issue, path }) =>
      issue.code === 'unrecognized_keys' ? unknownKeys(issue, path, misspelt) : [],
    );
    const others = placed.flatMap(({ issue, path }) =>
      // A misspelt key is one fault: that the right one is missing too goes without saying.
      issue.code === 'unrecognized_keys' || misspelt.has(JSON.stringify(path))
        ? []
        : [...valueFaults(issue, path), ...faultsOfAnyKind(issue, path)],
    );
    return [...unknown, ...others];
  }

  const { issues } = checked.error;
  return { faults: faultsOf(issues, []), paths: issues.flatMap(pathsOf) };
}
