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

const TAGS = '$response.body#/parameters/infoResponseParameters/tags';

const step = ({ headers, body, tags }: BenchRequest, index: number): object => ({
  stepId: `case-${index}`,
  operationId: 'getTag',
  parameters: [{ in: 'header', name: 'Secret-Key', value: headers['secret-key'] }],
  requestBody: { contentType: 'application/json', payload: JSON.parse(body) as unknown },
  successCriteria: [
    '$statusCode == 200',
    '$response.body#/returnCode == 1',
    ...tags.flatMap(({ key, value }, at) => [
      `${TAGS}/${at}/key == '${key}'`,
      `${TAGS}/${at}/value == '${value}'`,
    ]),
  ].map((condition) => ({ condition })),
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
  { name: 'newman', kind: 'declarative', package: 'newman', prepare: newman },
];
