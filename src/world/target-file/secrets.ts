/** The secrets of a target file: keys, tokens, and variables in what every request carries. */
import { fewOf } from '../../base/text/quantities.ts';
import type { Secret } from '../../http/secrets/secrets.ts';
import { ENTITY_KINDS, SECRET_KINDS } from '../entity-kinds.ts';
import type { Complain, Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { EnvPart } from '../yaml/substitute-env.ts';
import type { TargetInput } from './target-schema.ts';

/** A secret as a file gives it, before it has a variable for curl lines. */
interface GivenSecret {
  readonly name: string;
  readonly value: string;
  /** The variable that it came from as a whole, or behind its scheme. */
  readonly source?: string | undefined;
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
      const path = ['world', list, at, secretMember];
      return {
        name: item.name,
        value: 'key' in item ? item.key : item.token,
        path,
        source: document.envAt(path).find(({ whole }) => whole)?.name,
        made: item.name.toLowerCase().endsWith(secretMember) ? item.name : `${item.name}_${secretMember}`,
      };
    });
  });
}

function checkSecrets(secrets: readonly WorldSecret[], complain: Complain): void {
  const names = new Map<string, YamlPath>();
  const values = new Map<string, WorldSecret>();
  for (const secret of secrets) {
    const { name, value, path } = secret;
    const nameAt = [...path.slice(0, -1), 'name'];
    const taken = `the name ${JSON.stringify(name)} is taken`;
    if (name !== '' && names.has(name))
      complain(nameAt, taken, 'names are unique among keys and tokens', 'value', names.get(name));
    const other = values.get(value);
    if (other !== undefined && value !== '')
      complain(
        path,
        `the same value as ${JSON.stringify(other.name)}`,
        'every key and token has a value of its own',
        'value',
        other.path,
      );
    names.set(name, nameAt);
    values.set(value, secret);
  }
}

/** The secret that a header's value is, if it holds variables. */
export const headerSecretName = (header: string): string => `header ${header}`;

const PROXY_PATH = ['http', 'proxy'];
const filledParts = (path: YamlPath, document: Located): readonly EnvPart[] =>
  document.envAt(path).filter(({ value }) => value !== '');

/** Whether a header's value is a secret: it came from the environment, at least in part. */
export const isSecretHeader = (name: string, document: Located): boolean =>
  filledParts(['http', 'headers', name], document).length > 0;

/** A header whose value came from a variable, alone or behind a scheme: in a shell that has it a command just works. */
function headerSecret(name: string, value: string, document: Located): GivenSecret {
  const secret = { name: headerSecretName(name), value, made: name };
  const [part, ...more] = document.envAt(['http', 'headers', name]);
  if (part === undefined || more.length > 0 || !value.endsWith(part.value)) return secret;
  const scheme = value.slice(0, part.start);
  if (part.start + part.value.length !== value.length || !/^(?:[A-Za-z]+ )?$/.test(scheme)) return secret;
  return scheme === '' ? { ...secret, source: part.name } : { ...secret, source: part.name, scheme };
}

/** Scheme, user name and password, up to the last @ of the authority, as URL parsers read them. */
const LOGIN = /^[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#:]*:([^\\/?#]*)@/i;

/** The password of the proxy where the file spells it out, at least in part. */
function proxyPassword(proxy: string, document: Located): readonly GivenSecret[] {
  const parts = document.envAt(PROXY_PATH);
  // As written where variables are in it, otherwise as URL parsers normalize it.
  const url = parts.length === 0 ? new URL(proxy).href : proxy;
  const [whole = '', value = ''] = LOGIN.exec(url) ?? [];
  const start = whole.length - 1 - value.length;
  const isVariable = parts.some(
    (part) => part.start <= start && part.start + part.value.length >= start + value.length,
  );
  const name = 'proxy password';
  return value === '' || isVariable ? [] : [{ name, value, made: name }];
}

/** The secrets in `http:`: each secret header as a whole, and every variable by itself, so that both are masked wherever they turn up. */
function settingSecrets({ http = {} }: TargetInput, document: Located): readonly GivenSecret[] {
  const headers = Object.entries(http.headers ?? {}).filter(([name]) => isSecretHeader(name, document));
  const whole = headers.map(([name, value]) => headerSecret(name, value, document));
  const known = new Set(whole.map(({ value }) => value));
  const parts = [...headers.map(([name]) => ['http', 'headers', name]), PROXY_PATH].flatMap((path) =>
    filledParts(path, document),
  );
  const variables = [...new Map(parts.map(({ name, value }) => [name, value]))]
    .filter(([, value]) => !known.has(value))
    .map(([name, value]) => ({ name: `env ${name}`, value, source: name, made: name }));
  return [...whole, ...variables, ...(http.proxy === undefined ? [] : proxyPassword(http.proxy, document))];
}

/** `only-group-client_key` gives `ONLY_GROUP_CLIENT_KEY`, or the same with a number where that is taken. */
function shellName(text: string, taken: Set<string>): string {
  const word = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?![A-Z_])/, '_');
  let name = word;
  for (let count = 2; taken.has(name); count += 1) name = `${word}_${count}`;
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
  const all: readonly GivenSecret[] = [...own, ...settingSecrets(input, document)];
  const taken = new Set(all.flatMap(({ source }) => source ?? []));
  return all.map(({ name, value, source, made, scheme }) => ({
    name,
    value,
    envName: source ?? shellName(made, taken),
    ...(scheme !== undefined && { scheme }),
    public: isPublic,
  }));
}

/** Every variable whose value is no secret by itself. Of one in the base URL only what follows the origin is masked: requests go there. */
export function variablesOf(
  document: Located,
  secrets: readonly Secret[],
  target: string = '',
): readonly Secret[] {
  const ofTarget = document.envAt(['target']);
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(target)?.[0].length ?? 0;
  const variables = new Map<string, Secret>();
  for (const part of document.envs()) {
    const inUrl = part.value.slice(Math.max(0, origin - part.start)).replaceAll(/^\/+|\/+$/g, '');
    const value = ofTarget.includes(part) ? inUrl : part.value;
    const name = `env ${part.name}`;
    const isTaken = secrets.some((secret) => secret.name === name || secret.value === value);
    if (isTaken || value.length <= (variables.get(name)?.value.length ?? 0)) continue;
    const isPath = /^[a-z]+:\/\/[^/]+\//i.test(part.value) && part.value.endsWith(`/${value}`);
    // In a printed command: the variable, or the path behind its origin.
    const envName = value === part.value ? part.name : isPath ? `{${part.name}#*://*/}` : '';
    variables.set(name, { name, value, envName, public: false });
  }
  return [...variables.values()];
}

/** Shorter secrets occur in ordinary text by chance: they are masked only as whole values. */
const MASKED_FROM = 8;

/** Warnings about secrets that work, but not as well as they could. */
export function warningsOf(
  input: TargetInput,
  document: Located,
  secrets: readonly Secret[],
): readonly string[] {
  const short = secrets.filter((secret) => !secret.public && secret.value.length < MASKED_FROM);
  const isPublic = input.public === true || input.world?.public === true;
  const literal = worldSecrets(input, document).filter(({ path }) => document.envAt(path).length === 0);
  const names = fewOf(literal.map(({ name }) => name));
  return [
    ...short.map(
      ({ name }) =>
        `the secret "${name}" has fewer than ${MASKED_FROM} characters: reports mask it only as a whole word`,
    ),
    ...(isPublic || literal.length === 0
      ? []
      : [
          `${document.file} holds secrets as plain text (${names}): write "\${env:NAME}", or public: true where they are not secret`,
        ]),
  ];
}
