/** A Step CI workflow: one test, a step a request. JSON is YAML. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertionsOf } from './assertions.ts';
import type { Prepare } from './prepared.ts';
import { rivalBinary } from './rival-binary.ts';

export const stepci: Prepare = ({ folder, url, requests }) => {
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
