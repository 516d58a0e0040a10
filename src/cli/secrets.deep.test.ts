/** Secrets against a server that gives back all that it was sent, in every form: none of them is in anything that is written. */
import { createHash } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readNdjson } from '../report/record/read-ndjson.ts';
import { REPORTER_NAMES } from '../world/target-file/report-word.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';
import { servingBy } from './test-helpers/serving.ts';

/** A value that looks different in every form: with quotes, backslashes, percent signs and slashes in it. */
function secretOf(name: string): string {
  const text = createHash('sha256').update(name).digest('base64url');
  return `${text.slice(0, 10)}"/\\${text.slice(10, 20)}+%=${text.slice(20, 30)}`;
}

const GATEWAY = secretOf('gateway');
const PROXY_TOKEN = secretOf('proxy');

/** The conformance world with secret keys and tokens. */
function secretWorld(): { readonly world: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [GATEWAY, PROXY_TOKEN];
  const world = readFileSync('fixtures/world.yaml', 'utf8')
    .replace('public: true', '')
    .replaceAll(/(key|token): (public-[a-zA-Z0-9-]+)/g, (_, key: string, value: string) => {
      secrets.push(secretOf(value));
      return `${key}: ${JSON.stringify(secretOf(value))}`;
    });
  return { world, secrets };
}

const HTTP = 'http: { headers: { X-Gateway: "${env:GATEWAY}", X-Through: "Bearer ${env:PROXY_TOKEN}" } }';

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicodeEscaped = (text: string): string =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Every form in which a value may come back. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  'JSON-escaped': jsonEscaped,
  'JSON-escaped twice': (text) => jsonEscaped(jsonEscaped(text)),
  'as \\u escapes': unicodeEscaped,
  'URL-encoded': encodeURIComponent,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 of a pair': (text) => Buffer.from(`ann:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'upper-case hexadecimal': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'the second half': (text) => text.slice(-(text.length >> 1)),
};
const hexOf = (text: string): string => Buffer.from(text).toString('hex');

const forms = (text: string): readonly string[] => Object.values(FORMS).map((form) => form(text));

type Echo = (values: readonly string[], response: ServerResponse) => void;

/** Answers with a text, or with a value as JSON. */
const saying =
  (make: (values: readonly string[], inForms: readonly string[]) => unknown): Echo =>
  (values, response) => {
    const said = make(values, values.flatMap(forms));
    response.setHeader('Content-Type', 'application/json');
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  };
const success = (tags: readonly object[]): object => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags } },
});
const inUrl = (values: readonly string[], between: string): string =>
  values.map(encodeURIComponent).join(between);

/** What the server does with what it was sent, in turn. */
const ECHOES: readonly Echo[] = [
  saying((_, all) => ({ returnCode: -10, debugMessage: all.join(' ') })),
  saying((values) => ({ returnCode: values.join(' ') })),
  saying((_, all) => Object.fromEntries([['returnCode', 1], ...all.map((form) => [form, form])])),
  saying((_, all) => success(all.map((form) => ({ key: form, value: form })))),
  saying((_, all) => ({
    returnCode: -5,
    invalidRequestParameters: all.map((code) => ({ code, invalidMemberType: code })),
  })),
  saying((values) => ({ invalidMembers: values, returnCode: -3, parameters: values })),
  saying((values) => ({ returnCode: -10, debugMessage: `Error\n    at check (${values.join()}:1:2)` })),
  // A reply that is not JSON is quoted around the place where it goes wrong, and cut.
  ...[0, 20, 55, 60, 65, 70, 75].map((lead) => saying((values) => 'x'.repeat(lead) + values.join(' '))),
  ...[0, 5, 10, 15, 20].map((lead) => saying((values) => `{"a": ${' '.repeat(lead)}${values.join(' ')}`)),
  ...[30, 50, 70, 90, 110].map((lead) =>
    saying((values) => ({ returnCode: -10, parameters: { note: 'y'.repeat(lead) + values.join(' ') } })),
  ),
  (values, response) => {
    for (const [index, value] of values.flatMap(forms).entries())
      response.setHeader(`X-Echo-${index}`, value);
    saying(() => ({ returnCode: -4 }))(values, response);
  },
  (values, response) => {
    for (const value of values.filter((each) => each !== '')) response.setHeader(hexOf(value), 'a name');
    saying(() => ({ returnCode: -4 }))(values, response);
  },
  (values, response) =>
    void response.writeHead(500, values.map(hexOf).join(' '), { 'Content-Type': inUrl(values, ',') }).end(),
  (values, response) => void response.writeHead(307, { Location: `/?${inUrl(values, '&')}` }).end(),
  (values, response) => void response.writeHead(200, { 'Content-Encoding': inUrl(values, ',') }).end('{}'),
];

const ECHOED = ['secret-key', 'auth-token', 'x-gateway', 'x-through'];

function echo(): RequestListener {
  let turn = 0;
  return (request, response) => {
    request.resume();
    const values = ECHOED.flatMap((name) => request.headers[name] ?? []).map(String);
    ECHOES[turn % ECHOES.length]?.([...values, PROXY_TOKEN], response);
    turn += 1;
  };
}

const path = folder();
const at = (name: string): string => join(path, name);
const { world, secrets } = secretWorld();
const env = { GATEWAY, PROXY_TOKEN };

/** Everything in the folders, by its name; bytes as they are. */
const textsIn = (...folders: readonly string[]): readonly (readonly [name: string, text: string])[] =>
  folders.flatMap((name) =>
    filesIn(at(name)).map(
      (each) => [`${name}/${each}`, readFileSync(join(at(name), each), 'latin1')] as const,
    ),
  );

/** What a run against a target file with the world of another writes. */
async function ofRun(): Promise<ReadonlyMap<string, string>> {
  const reporters = REPORTER_NAMES.map((name) => ` --reporter ${name}=${at(name)}`).join('');
  const only = '--only path --only id/number --only secret/cut --skip *.admin';
  const target = `${at('target.yaml')} --world ${at('world.yaml')}`;
  const ran = await tagproof(`run --ignore-setup --target ${target} ${only}${reporters}`, { env });
  expect(ran.err).not.toMatch(/fault of tagproof/);
  expect(ran.exit).toBe(1);
  const texts = new Map(REPORTER_NAMES.map((name) => [name as string, readFileSync(at(name), 'utf8')]));
  expect(readNdjson(texts.get('ndjson') ?? '', 'ndjson').length).toBeGreaterThan(50);
  for (const name of REPORTER_NAMES.filter((each) => !/^github$/.test(each)))
    expect(texts.get(name)).toMatch(/(<|&lt;|\\u003c)secret:player/);
  return texts.set('standard output', ran.out).set('standard error', ran.err);
}

/** What fuzzing writes, and a run of the cases that it saved. */
async function ofFuzzing(): Promise<ReadonlyMap<string, string>> {
  const words = `--target ${at('target.yaml')} --world ${at('world.yaml')} --ignore-setup`;
  const reports = ['junit', 'ndjson', 'json'].map((name) => `--reporter ${name}=${at(`fuzz.${name}`)}`);
  const ran = await tagproof(`fuzz --seed 1 --runs 500 ${words} --save ${at('saved')} ${reports.join(' ')}`, {
    env,
  });
  const again = await tagproof(`run --suite ${at('saved')} ${words}`, { env });
  expect([ran.exit, again.exit], ran.err).toEqual([1, 1]);
  const texts = new Map(textsIn('saved'));
  expect(texts.size).toBeGreaterThan(5);
  expect(ran.out).toContain('<secret:player>');
  for (const name of ['junit', 'ndjson', 'json']) texts.set(name, readFileSync(at(`fuzz.${name}`), 'utf8'));
  return texts.set('standard output', ran.out + again.out).set('standard error', ran.err + again.err);
}

beforeAll(async () => {
  writeFileSync(at('target.yaml'), `target: ${await servingBy(echo())}\n${HTTP}\n`);
  writeFileSync(at('world.yaml'), world);
});

describe.each([
  ['a run', ofRun],
  ['fuzzing', ofFuzzing],
])('in all that is written of %s', (__, writing) => {
  let texts: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    texts = await writing();
  }, 60_000);

  /** The text itself, and with the escapes of JSON and XML taken away. */
  const readings = (text: string): readonly string[] => {
    const plain = text.replaceAll(/\\(["\\/])/g, '$1');
    return [
      text,
      plain,
      plain.replaceAll(/\\(["\\/])/g, '$1'),
      text.replaceAll('&quot;', '"').replaceAll('&#34;', '"'),
    ];
  };

  test.each(Object.keys(FORMS))('no secret stands, %s', (form) => {
    const found = [...texts].flatMap(([name, text]) =>
      readings(text).flatMap((reading) =>
        secrets
          .filter((secret) => reading.includes(FORMS[form]?.(secret) ?? secret))
          .map((secret) => `${name}: ${secret}`),
      ),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  /** Ten characters in a row are most of what keeps a key secret. */
  test.each([
    ['raw', 10, (text: string) => text],
    ['hexadecimal', 20, hexOf],
    ['base64', 16, (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')],
  ])('no part of a secret stands, %s, of %i characters', (_, length, form) => {
    const parts = secrets.flatMap((secret) => {
      const text = form(secret);
      return Array.from({ length: text.length - length + 1 }, (___, from) => text.slice(from, from + length));
    });
    const known = new Set(parts);
    const found = new Set<string>();
    for (const [name, text] of texts)
      if (/^(?:ndjson|junit|standard)|\//.test(name))
        for (const reading of readings(text).slice(0, 2))
          for (let from = 0; from + length <= reading.length; from += 1)
            if (known.has(reading.slice(from, from + length)))
              found.add(`${name}: …${reading.slice(Math.max(0, from - 60), from + length + 20)}…`);
    expect([...found].slice(0, 10)).toEqual([]);
  });
});

test('a correct backend with such keys has no failures', async () => {
  const { exit, out } = await tagproof(`fuzz --seed 1 --runs 500 --world ${at('world.yaml')}`);
  expect(exit).toBe(0);
  expect(out).toMatch(/ 0 failed, .* 0 errored\n$/);
});
