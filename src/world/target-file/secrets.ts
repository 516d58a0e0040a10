/** The secrets of a target file: keys, tokens, and variables in what every request carries. */
import type { Secret } from '../../http/secret.ts';
import { headerValueProblem } from '../../http/header-text.ts';
import { ENTITY_KINDS, SECRET_KINDS } from '../entity-kinds.ts';
import type { Complain, Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { EnvPart } from '../yaml/substitute-env.ts';
import { PROXY_PASSWORD, PROXY_PATH, writtenPassword } from './proxy-password.ts';
import type { TargetInput } from './target-schema.ts';

/** A secret as a file gives it, before it has a variable for curl lines. */
interface GivenSecret {
  readonly name: string;
  readonly value: string;
  /** The variable that it came from as a whole, or behind its scheme. */
  readonly source: string | undefined;
  /** The scheme of an Authorization header, with the blank behind it. */
  readonly scheme?: string;
  /** The variable that is made for it where it came from none. */
  readonly made: string;
}

interface WorldSecret extends GivenSecret {
  readonly path: YamlPath;
}

/** The values of the world's keys and tokens. */
function worldSecrets({ world }: TargetInput, document: Located): readonly WorldSecret[] {
  return SECRET_KINDS.flatMap((kind) => {
    const { list, secretMember } = ENTITY_KINDS[kind];
    return (world?.[list] ?? []).map((item, at) => {
      const { name } = item;
      const path = ['world', list, at, secretMember];
      return {
        name,
        value: 'key' in item ? item.key : item.token,
        path,
        source: document.envAt(path).find(({ whole }) => whole)?.name,
        made: name.toLowerCase().endsWith(secretMember) ? name : `${name}_${secretMember}`,
      };
    });
  });
}

/** A variable as a shell, a CI system or another tool would fill it in: `$KEY`, `${KEY}`, `${ENV:KEY}`, `${{ secrets.KEY }}`. */
const UNFILLED = /^\$(?:[A-Z_][A-Z0-9_]*|\{\s*(?:\w+\s*:\s*)?\w+\s*\}|\{\{\s*[\w.]*?(\w+)\s*\}\})$/;
const NAME_IN = /\w+(?=\W*$)/;

/** What to write in place of a variable that nothing fills in; undefined: the value is none. */
function filledIn(value: string): string | undefined {
  const match = UNFILLED.exec(value);
  if (match === null) return undefined;
  const name = (NAME_IN.exec(value)?.[0] ?? 'KEY').toUpperCase();
  const job = match[1] === undefined ? '' : `pass it to the job as the environment variable ${name}, and `;
  return `${job}write "\${env:${name}}"`;
}

function checkSecrets(secrets: readonly WorldSecret[], complain: Complain): void {
  const names = new Set<string>();
  const values = new Map<string, string>();
  for (const { name, value, path } of secrets) {
    if (names.has(name)) {
      const message = `the name ${JSON.stringify(name)} is taken`;
      complain([...path.slice(0, -1), 'name'], message, 'names are unique among keys and tokens');
    }
    names.add(name);
    const nearDuplicate = values.get(value);
    if (nearDuplicate !== undefined) {
      complain(
        path,
        `the same value as ${JSON.stringify(nearDuplicate)}`,
        'every key and token has a value of its own',
      );
    }
    values.set(value, name);
    const problem = headerValueProblem(value);
    if (problem !== undefined) complain(path, `this value ${problem}`);
    const meant = filledIn(value);
    if (meant !== undefined) complain(path, 'nothing fills in this variable', meant);
  }
}

/** The secret that a header's value is, if it holds variables. */
export function headerSecretName(header: string): string {
  return `header ${header}`;
}

const headerPath = (name: string): YamlPath => ['http', 'headers', name];

/** Whether a header's value is a secret: it came from the environment, at least in part. */
export function isSecretHeader(name: string, document: Located): boolean {
  return document.envAt(headerPath(name)).some(({ value }) => value !== '');
}

/** The variable that makes a header's value, alone or behind a scheme: in a shell that has it a command just works. */
function sourceOf(value: string, parts: readonly EnvPart[]): Pick<GivenSecret, 'source' | 'scheme'> {
  const [part, more] = parts;
  if (part === undefined || more !== undefined) return { source: undefined };
  const [before, after] = [value.slice(0, part.start), value.slice(part.start + part.value.length)];
  if (after !== '' || !/^(?:[A-Za-z]+ )?$/.test(before)) return { source: undefined };
  return before === '' ? { source: part.name } : { source: part.name, scheme: before };
}

function settingVariables(paths: readonly YamlPath[], document: Located): readonly GivenSecret[] {
  const parts = paths.flatMap((path) => document.envAt(path)).filter(({ value }) => value !== '');
  const byName = new Map(parts.map(({ name, value }) => [name, value]));
  return [...byName].map(([name, value]) => ({ name: `env ${name}`, value, source: name, made: name }));
}

function proxyPassword(http: TargetInput['http'], document: Located): readonly GivenSecret[] {
  const password = writtenPassword(http ?? {}, document);
  if (password === undefined) return [];
  return [{ name: PROXY_PASSWORD, value: password, source: undefined, made: PROXY_PASSWORD }];
}

/**
 * The secrets in `http:`: each secret header as a whole, and every variable by itself, so that both are masked wherever they
 * turn up; and the password of a proxy that is written out there.
 */
function settingSecrets({ http }: TargetInput, document: Located): readonly GivenSecret[] {
  const headers = Object.entries(http?.headers ?? {}).filter(([name]) => isSecretHeader(name, document));
  const paths = [...headers.map(([name]) => headerPath(name)), PROXY_PATH];
  const whole = headers.map(([name, value]) => ({
    name: headerSecretName(name),
    value,
    made: name,
    ...sourceOf(value, document.envAt(headerPath(name))),
  }));
  const values = new Set(whole.map(({ value }) => value));
  return [
    ...whole,
    ...settingVariables(paths, document).filter(({ value }) => !values.has(value)),
    ...proxyPassword(http, document),
  ];
}

/** `only-group-client_key` gives `ONLY_GROUP_CLIENT_KEY`. */
function shellName(text: string): string {
  const word = text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return /^[A-Z_]/.test(word) ? word : `_${word}`;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}

/** All secrets. Those of a public file are listed too, marked as such. */
export function secretsOf(
  input: TargetInput,
  document: Located,
  isPublic: boolean,
  complain: Complain,
): readonly Secret[] {
  const own = worldSecrets(input, document);
  checkSecrets(own, complain);
  const all = [...own, ...settingSecrets(input, document)];
  const taken = new Set(all.flatMap(({ source }) => source ?? []));
  return all.map(({ name, value, source, made, scheme }) => ({
    name,
    value,
    envName: source ?? freeName(shellName(made), taken),
    ...(scheme !== undefined && { scheme }),
    public: isPublic,
  }));
}

/** What a variable fills of the base URL beyond the origin, which is no secret: requests go there. */
function beyondOrigin(target: string, { value, start }: EnvPart): string {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(target)?.[0].length ?? 0;
  return value.slice(Math.max(0, origin - start)).replaceAll(/^\/+|\/+$/g, '');
}

/** What stands for such a part in a printed command; empty: nothing does. */
function shellNameOf({ name, value }: EnvPart, part: string): string {
  if (part === value) return name;
  return /^[a-z]+:\/\/[^/]+\//i.test(value) && value.endsWith(`/${part}`) ? `{${name}#*://*/}` : '';
}

/** Every variable whose value is no secret by itself; `ofTarget` are those of the base URL. */
export function variablesOf(
  parts: readonly EnvPart[],
  secrets: readonly Secret[],
  target = '',
  ofTarget: readonly EnvPart[] = [],
): readonly Secret[] {
  const isTaken = (name: string, value: string): boolean =>
    secrets.some((secret) => secret.name === name || secret.value === value);
  const variables = new Map<string, Secret>();
  for (const part of parts) {
    const value = ofTarget.includes(part) ? beyondOrigin(target, part) : part.value;
    const name = `env ${part.name}`;
    const known = variables.get(name)?.value ?? '';
    if (value.length <= known.length || isTaken(name, value)) continue;
    variables.set(name, { name, value, envName: shellNameOf(part, value), public: false });
  }
  return [...variables.values()];
}

/** Shorter secrets occur in ordinary text by chance: they are masked only as whole values. */
const MASKED_FROM = 8;

function shortSecrets(secrets: readonly Secret[]): readonly string[] {
  return secrets
    .filter((secret) => !secret.public && secret.value.length < MASKED_FROM)
    .map(
      ({ name }) =>
        `the secret "${name}" has fewer than ${MASKED_FROM} characters: reports mask it only as a whole word`,
    );
}

function literalSecrets(input: TargetInput, document: Located): readonly string[] {
  const literal = worldSecrets(input, document).filter(({ path }) => document.envAt(path).length === 0);
  if (literal.length === 0) return [];
  const names = literal.map(({ name }) => name).join(', ');
  return [
    `${document.file} holds secrets as plain text (${names}): write "\${env:NAME}", or public: true where they are not secret`,
  ];
}

/** Warnings about secrets that work, but not as well as they could. */
export function warningsOf(
  input: TargetInput,
  document: Located,
  secrets: readonly Secret[],
  isPublic: boolean,
): readonly string[] {
  return [...shortSecrets(secrets), ...(isPublic ? [] : literalSecrets(input, document))];
}
