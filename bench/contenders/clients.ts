/** The clients that run the same requests with the same assertions: a row each, and the work in each one's own format. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOptions } from '../measure/command.ts';
import { CLI, PROCESSES, rival } from '../measure/machine.ts';
import { writeSuite, writeTarget } from '../work/files.ts';
import type { Contender } from '../report/rows.ts';
import type { BenchRequest } from '../work/requests.ts';

export interface Work {
  /** A folder of its own, which is there and empty. */
  readonly folder: string;
  readonly url: string;
  readonly requests: readonly BenchRequest[];
}

/** Writes the table of requests in a tool's own format, and says how to run it. */
type Prepare = (work: Work) => Pick<CommandOptions, 'cwd' | 'env'> & { readonly command: readonly string[] };

/** A script of processes/ that reads the table as JSON. */
const scripted =
  (script: string): Prepare =>
  ({ folder, url, requests }) => {
    const file = join(folder, 'table.json');
    writeFileSync(file, JSON.stringify({ url, requests }));
    return { command: [process.execPath, join(PROCESSES, script), file] };
  };

/** Cases and a target file of our own. */
const tagproof: Prepare = ({ folder, url, requests }) => {
  const suite = join(folder, 'suite.yaml');
  const target = join(folder, 'target.json');
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
    command: [process.execPath, rival('.bin/redocly'), 'respect', file],
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
  return { command: [process.execPath, rival('.bin/newman'), 'run', file, '--silent'] };
};

export interface Client extends Contender {
  readonly prepare: Prepare;
}

export const TAGPROOF: Client = { name: 'tagproof run', package: 'tagproof', prepare: tagproof };
/** As a script for k6 or a loop over fetch would do it. */
export const LOOP: Client = { name: 'a loop over undici, 16 at once', prepare: scripted('loop.mjs') };

export const RIVAL_CLIENTS: readonly Client[] = [
  { name: 'pactum', package: 'pactum', prepare: scripted('pactum-client.mjs') },
  { name: 'Redocly Respect', package: '@redocly/cli', prepare: respect },
  { name: 'newman', package: 'newman', prepare: newman },
];
