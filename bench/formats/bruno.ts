/** A Bruno collection: a .bru file a request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRequest } from '../work/requests.ts';
import { assertionsOf } from './assertions.ts';
import type { Prepare } from './prepared.ts';
import { rivalBinary } from './rival-binary.ts';

const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

const file = (url: string, request: BenchRequest, index: number): string =>
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

export const bruno: Prepare = ({ folder, url, requests }) => {
  writeFileSync(
    join(folder, 'bruno.json'),
    JSON.stringify({ version: '1', name: 'bench', type: 'collection' }),
  );
  for (const [index, each] of requests.entries())
    writeFileSync(join(folder, `case-${index}.bru`), file(url, each, index));
  return { command: [rivalBinary('bru'), 'run'], cwd: folder };
};
