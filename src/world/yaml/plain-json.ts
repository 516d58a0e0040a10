/** JSON as plain values: variables filled in, and traps refused, as of YAML. */
import { isMapping, pathText, type YamlPath } from './path.ts';
import { substitute, type Env, type EnvPart } from './substitute-env.ts';
import { MAX_DEPTH, TOO_DEEP } from './to-plain.ts';

interface JsonFault {
  readonly path: YamlPath;
  readonly message: string;
  readonly hint: string;
}

/** What a text must hold for more to be done than to parse it: a variable, or a trap. */
const NEEDS_A_WALK = /\$\{env:|"__proto__"\s*:/;

class JsonWalk {
  readonly envs = new Map<string, readonly EnvPart[]>();
  readonly faults: JsonFault[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  read(value: unknown, path: YamlPath): unknown {
    if (typeof value === 'string') return this.#text(value, path);
    if (typeof value !== 'object' || value === null) return value;
    if (path.length > MAX_DEPTH) {
      this.faults.push({ path, message: TOO_DEEP[0], hint: TOO_DEEP[1] });
      return null;
    }
    if (Array.isArray(value)) return value.map((item, at) => this.read(item, [...path, at]));
    if (!isMapping(value)) return value;
    if (Object.hasOwn(value, '__proto__'))
      this.faults.push({ path, message: '"__proto__" can not be a key', hint: 'as a value it is fine' });
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.read(each, [...path, key])]),
    );
  }

  #text(value: string, path: YamlPath): string {
    if (!value.includes('${env:')) return value;
    const { text, parts, problems } = substitute(value, this.#env);
    this.envs.set(pathText(path), parts);
    for (const { message, hint } of problems) this.faults.push({ path, message, hint });
    return text;
  }
}

/** The values of a JSON text, and the variables of its strings by their paths. */
export function plainJson(text: string, env: Env) {
  const walk = new JsonWalk(env);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Of the parser's sentence the position alone: it quotes the text, which may hold secrets.
    const [at = 'at its end'] = /at position \d+/.exec((error as Error).message) ?? [];
    const hint = 'a file that ends in .json is read as JSON';
    walk.faults.push({ path: [], message: `no JSON: the fault is ${at}`, hint });
    return { value, envs: walk.envs, faults: walk.faults };
  }
  return {
    value: NEEDS_A_WALK.test(text) ? walk.read(value, []) : value,
    envs: walk.envs,
    faults: walk.faults,
  };
}
