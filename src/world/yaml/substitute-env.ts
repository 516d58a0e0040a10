/** Environment variables in the texts of a document: `"${env:NAME}"`, alone or among other text. */
import { isMappingOrList, type YamlPath } from './path.ts';

/** How deep values may be nested. */
export const MAX_DEPTH = 100;
export const TOO_DEEP = { message: 'nested too deeply', hint: `at most ${MAX_DEPTH} levels are read` };
export const PROTO_KEY = {
  message: '"__proto__" can not be a key',
  hint: 'as a value it is fine; where a request needs it as a member, give the raw text of the body',
};

/** The environment, passed in. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A variable that stood in a string, and whether it was all of it. */
export interface EnvPart {
  readonly name: string;
  readonly value: string;
  /** Where the value begins in the text that has its variables filled in. */
  readonly start: number;
  readonly whole: boolean;
}

export const REFERENCE_START = '${env:';
const REFERENCE = /\$\{env:([^}]*)(\}?)/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** How variables are named as a rule. */
export const IN_CAPITALS = /^[A-Z_][A-Z0-9_]*$/;

/** A reference that can't be resolved: its text, and what is wrong with it. */
function problemOf(reference: string, name: string, closed: boolean) {
  if (!closed) return { reference, message: '"${env:" is never closed', hint: 'write ${env:NAME}' };
  if (!NAME.test(name))
    return {
      reference,
      message: 'this is not the name of a variable',
      hint: 'write ${env:NAME}: letters, digits and _',
    };
  // What is not in capitals may be the secret itself.
  return IN_CAPITALS.test(name)
    ? { reference, message: `the environment variable ${name} is not set`, hint: `export ${name}=…` }
    : { reference, message: 'this environment variable is not set', hint: 'export it, or name another one' };
}

/** The text with its variables filled in. An empty variable counts as set. */
export function substitute(text: string, env: Env) {
  const parts: EnvPart[] = [];
  const problems: ReturnType<typeof problemOf>[] = [];
  let grown = 0;
  const filled = text.replaceAll(REFERENCE, (reference, name: string, close: string, at: number) => {
    const value = close === '' || !NAME.test(name) || !Object.hasOwn(env, name) ? undefined : env[name];
    if (value === undefined) problems.push(problemOf(reference, name, close !== ''));
    else parts.push({ name, value, start: at + grown, whole: reference === text });
    grown += (value ?? reference).length - reference.length;
    return value ?? reference;
  });
  return { text: filled, parts, problems };
}

/** The variables of a document, by the paths of the texts that hold them. */
export type EnvsByPath = ReadonlyMap<string, readonly EnvPart[]>;
export const pathKey = (path: YamlPath): string => JSON.stringify(path);

/** What can't be filled in, or must not be there. */
interface Problem {
  readonly path: YamlPath;
  readonly message: string;
  readonly hint: string;
  /** The part of the text that is meant. */
  readonly reference?: string;
}

/** The values with all variables filled in, and what is wrong with them; traps that YAML has no longer when it comes here. */
export function substituteAll(values: unknown, env: Env) {
  const envs = new Map<string, readonly EnvPart[]>();
  const problems: Problem[] = [];
  const read = (value: unknown, path: YamlPath): unknown => {
    if (typeof value === 'string') {
      const { text, parts, problems: unfilled } = substitute(value, env);
      if (parts.length > 0) envs.set(pathKey(path), parts);
      problems.push(...unfilled.map((problem) => ({ ...problem, path })));
      return text;
    }
    if (!isMappingOrList(value)) return value;
    if (path.length > MAX_DEPTH) problems.push({ path, ...TOO_DEEP });
    if (path.length > MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.map((item, at) => read(item, [...path, at]));
    if (Object.hasOwn(value, '__proto__')) problems.push({ path, ...PROTO_KEY });
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, read(each, [...path, key])]));
  };
  return { value: read(values, []), envs, problems };
}
