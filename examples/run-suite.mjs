// The suite from a script: node run-suite.mjs [target.yaml]
import { describeCase, runSuite, startSimulator } from 'tagproof';

const target = process.argv[2] ?? (await startSimulator());
const result = await runSuite({ target, only: ['7.3'] });

for (const event of result.cases.filter(({ verdict }) => verdict === 'fail'))
  console.log(describeCase(event));
console.log(`${result.verdict}: ${result.verified} of ${result.ofMust} must cells verified`);

if (typeof target !== 'string') await target.close();
process.exitCode = result.verdict === 'conformant' ? 0 : 1;
