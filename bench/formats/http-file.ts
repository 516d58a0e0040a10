/** A .http file with assertions, as httpYac runs it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRequest } from '../work/requests.ts';
import { assertionsOf } from './assertions.ts';
import type { Prepare } from './prepared.ts';
import { rivalBinary } from './rival-binary.ts';

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

export const httpyac: Prepare = ({ folder, url, requests }) => {
  const file = join(folder, 'bench.http');
  writeFileSync(file, requests.map((each, index) => region(url, each, index)).join('\n'));
  return { command: [rivalBinary('httpyac'), 'send', file, '--all', '--output', 'none'], cwd: folder };
};
