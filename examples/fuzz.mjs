// Generated requests from a script, and a report of them: node fuzz.mjs [target.yaml]
import { foldAll, fuzzTarget, REPORTERS, startSimulator } from 'tagproof';

const target = process.argv[2] ?? (await startSimulator());
const events = [];
const result = await fuzzTarget({ target, runs: 1000, seed: 7, onEvent: (event) => events.push(event) });

console.log(foldAll(REPORTERS.console.open({ colour: false }), events));
console.log(`${result.verdict} after ${result.requests} requests; seed ${result.seed}`);

if (typeof target !== 'string') await target.close();
process.exitCode = result.verdict === 'holds' ? 0 : 1;
