/** The clients that run the same requests with the same assertions: a row each, and the work in each one's own format. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandOptions } from '../measure/command.ts';
import { rivalBinary } from '../measure/machine.ts';
import type { BenchRequest } from '../work/requests.ts';
import { writeSuite, writeTarget, CLI } from './tagproof.ts';

export interface Work {
  /** A folder of its own, which is there and empty. */
  readonly folder: string;
  readonly url: string;
  readonly requests: readonly BenchRequest[];
}

/** Writes the table of requests in a tool's own format, and says how to run it. */
type Prepare = (work: Work) => Pick<CommandOptions, 'cwd' | 'env'> & { readonly command: readonly string[] };

const PROCESSES = resolve(import.meta.dirname, '../processes');

/** A script of processes/ that reads the table as JSON; further arguments follow. */
const scripted =
  (script: string, ...args: readonly string[]): Prepare =>
  ({ folder, url, requests }) => {
    const file = join(folder, 'table.json');
    writeFileSync(file, JSON.stringify({ url, requests }));
    return { command: [process.execPath, join(PROCESSES, script), file, ...args] };
  };

/** Cases and a target file of our own. */
const tagproof: Prepare = ({ folder, url, requests }) => {
  const suite = join(folder, 'suite.yaml');
  const target = join(folder, 'target.yaml');
  writeSuite(suite, requests);
  writeTarget(target, requests, url);
  return { command: [...CLI, 'run', '--target', target, '--suite', suite] };
};

/** An assertion on one reply, for tools that compare values one by one. */
interface Assertion {
  /** Below the body, in dots and brackets. */
  readonly path: string;
  readonly value: string | number;
}

const TAGS = 'parameters.infoResponseParameters.tags';

/** returnCode and every tag. */
const assertionsOf = ({ tags }: BenchRequest): readonly Assertion[] => [
  { path: 'returnCode', value: 1 },
  ...tags.flatMap(({ key, value }, index) => [
    { path: `${TAGS}[${index}].key`, value: key },
    { path: `${TAGS}[${index}].value`, value },
  ]),
];

/** `a.b[0].c` as a JSON pointer. */
const pointerOf = ({ path }: Assertion): string =>
  `/${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;

const openapi = (url: string, path: string): object => ({
  openapi: '3.1.0',
  info: { title: 'bench', version: '1.0.0' },
  servers: [{ url }],
  paths: {
    [path]: {
      post: {
        operationId: 'getTag',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: 'the envelope', content: { 'application/json': { schema: {} } } } },
      },
    },
  },
});

const quoted = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);

const step = (request: BenchRequest, index: number): object => ({
  stepId: `case-${index}`,
  operationId: 'getTag',
  parameters: [{ in: 'header', name: 'Secret-Key', value: request.headers['secret-key'] }],
  requestBody: { contentType: 'application/json', payload: JSON.parse(request.body) as unknown },
  successCriteria: [
    { condition: '$statusCode == 200' },
    ...assertionsOf(request).map((each) => ({
      condition: `$response.body#${pointerOf(each)} == ${quoted(each.value)}`,
    })),
  ],
});

/** An Arazzo description and the OpenAPI description that it rests on, as Redocly Respect runs them. */
const respect: Prepare = ({ folder, url, requests }) => {
  const file = join(folder, 'bench.arazzo.yaml');
  writeFileSync(join(folder, 'openapi.yaml'), JSON.stringify(openapi(url, requests[0]?.path ?? '/')));
  const description = {
    arazzo: '1.0.1',
    info: { title: 'bench', version: '1.0.0' },
    sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'openapi.yaml' }],
    workflows: [{ workflowId: 'bench', steps: requests.map(step) }],
  };
  writeFileSync(file, JSON.stringify(description));
  return {
    command: [rivalBinary('redocly'), 'respect', file],
    cwd: folder,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  };
};

const region = (url: string, request: BenchRequest, index: number): string =>
  [
    `### case ${index}`,
    `POST ${url}${request.path}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    '',
    request.body,
    '',
    '?? status == 200',
    ...assertionsOf(request).map(({ path, value }) => `?? js response.parsedBody.${path} == ${value}`),
    '',
  ].join('\n');

/** A .http file with assertions, as httpYac runs it. */
const httpyac: Prepare = ({ folder, url, requests }) => {
  const file = join(folder, 'bench.http');
  writeFileSync(file, requests.map((each, index) => region(url, each, index)).join('\n'));
  return { command: [rivalBinary('httpyac'), 'send', file, '--all', '--output', 'none'], cwd: folder };
};

/** A Step CI workflow: one test, a step a request. JSON is YAML. */
const stepci: Prepare = ({ folder, url, requests }) => {
  const file = join(folder, 'workflow.yml');
  const steps = requests.map((each, index) => ({
    name: `case ${index}`,
    http: {
      url: url + each.path,
      method: 'POST',
      headers: each.headers,
      body: each.body,
      check: {
        status: 200,
        jsonpath: Object.fromEntries(assertionsOf(each).map(({ path, value }) => [`$.${path}`, value])),
      },
    },
  }));
  writeFileSync(file, JSON.stringify({ version: '1.1', name: 'bench', tests: { bench: { steps } } }));
  return {
    command: [rivalBinary('stepci'), 'run', file],
    cwd: folder,
    env: { STEPCI_DISABLE_ANALYTICS: '1' },
  };
};

const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

const bruFile = (url: string, request: BenchRequest, index: number): string =>
  [
    block('meta', [`name: case ${index}`, 'type: http', `seq: ${index + 1}`]),
    block('post', [`url: ${url}${request.path}`, 'body: json', 'auth: none']),
    block(
      'headers',
      Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ),
    block('body:json', [request.body]),
    block('assert', [
      'res.status: eq 200',
      ...assertionsOf(request).map(
        ({ path, value }) => `res.body.${path}: eq ${typeof value === 'number' ? value : `"${value}"`}`,
      ),
    ]),
  ].join('\n');

/** A Bruno collection: a .bru file a request. */
const bruno: Prepare = ({ folder, url, requests }) => {
  writeFileSync(
    join(folder, 'bruno.json'),
    JSON.stringify({ version: '1', name: 'bench', type: 'collection' }),
  );
  for (const [index, each] of requests.entries())
    writeFileSync(join(folder, `case-${index}.bru`), bruFile(url, each, index));
  return { command: [rivalBinary('bru'), 'run'], cwd: folder };
};

const postmanScript = ({ tags }: BenchRequest): readonly string[] => [
  "pm.test('status', () => pm.response.to.have.status(200));",
  'const body = pm.response.json();',
  "pm.test('returnCode', () => pm.expect(body.returnCode).to.equal(1));",
  `pm.test('tags', () => pm.expect(body.parameters.infoResponseParameters.tags).to.eql(${JSON.stringify(tags)}));`,
];

/** A Postman collection, as newman runs it. */
const newman: Prepare = ({ folder, url, requests }) => {
  const file = join(folder, 'collection.json');
  const item = requests.map((each, index) => ({
    name: `case ${index}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: postmanScript(each) } }],
    request: {
      method: 'POST',
      url: url + each.path,
      header: Object.entries(each.headers).map(([key, value]) => ({ key, value })),
      body: { mode: 'raw', raw: each.body },
    },
  }));
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  writeFileSync(file, JSON.stringify({ info: { name: 'bench', schema }, item }));
  return { command: [rivalBinary('newman'), 'run', file, '--silent'] };
};

export interface Client {
  readonly name: string;
  /** `floor`: nothing but the requests; `code`: a library in a script; `declarative`: a tool that reads the requests from its own format. */
  readonly kind: 'us' | 'floor' | 'code' | 'declarative';
  /** The npm package whose version is noted. */
  readonly package?: string;
  readonly prepare: Prepare;
}

export const FLOOR_CLIENTS: readonly Client[] = [
  { name: 'node:http, one connection', kind: 'floor', prepare: scripted('http-client.mjs') },
  {
    name: 'undici loop, 16 at once',
    kind: 'floor',
    package: 'undici',
    prepare: scripted('undici-client.mjs', '16'),
  },
  { name: 'tagproof', kind: 'us', prepare: tagproof },
];

export const RIVAL_CLIENTS: readonly Client[] = [
  { name: 'pactum', kind: 'code', package: 'pactum', prepare: scripted('pactum-client.mjs') },
  { name: 'Redocly Respect', kind: 'declarative', package: '@redocly/cli', prepare: respect },
  { name: 'httpYac', kind: 'declarative', package: 'httpyac', prepare: httpyac },
  { name: 'Step CI', kind: 'declarative', package: 'stepci', prepare: stepci },
  { name: 'Bruno', kind: 'declarative', package: '@usebruno/cli', prepare: bruno },
  { name: 'newman', kind: 'declarative', package: 'newman', prepare: newman },
];
