/** An Arazzo description and the OpenAPI description that it rests on, as Redocly Respect runs them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRequest } from '../work/requests.ts';
import { assertionsOf, pointerOf } from './assertions.ts';
import type { Prepare } from './prepared.ts';
import { rivalBinary } from './rival-binary.ts';

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

export const respect: Prepare = ({ folder, url, requests }) => {
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
