/** A Postman collection, as newman runs it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRequest } from '../work/requests.ts';
import type { Prepare } from './prepared.ts';
import { rivalBinary } from './rival-binary.ts';

const script = ({ tags }: BenchRequest): readonly string[] => [
  "pm.test('status', () => pm.response.to.have.status(200));",
  'const body = pm.response.json();',
  "pm.test('returnCode', () => pm.expect(body.returnCode).to.equal(1));",
  `pm.test('tags', () => pm.expect(body.parameters.infoResponseParameters.tags).to.eql(${JSON.stringify(tags)}));`,
];

export const newman: Prepare = ({ folder, url, requests }) => {
  const file = join(folder, 'collection.json');
  const item = requests.map((each, index) => ({
    name: `case ${index}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(each) } }],
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
