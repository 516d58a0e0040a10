/** The simulator with some of what it does besides answering: `node simulator-parts.mjs --port N --world FILE --with journal --with CORS`. */
import { parseArgs } from 'node:util';
import { Journal } from '../../dist/simulator/journal/journal.js';
import { CallStatistics } from '../../dist/simulator/journal/tally.js';
import { originsAllowed } from '../../dist/simulator/http/cors.js';
import { Simulator } from '../../dist/simulator/http/server.js';
import { simulatorOptionsOf } from '../../dist/src/embedded/simulated-file.js';
import { readTargetFile } from '../../dist/src/config/target-file/read-target-file.js';

const {
  port,
  world,
  with: parts = [],
} = parseArgs({
  options: {
    port: { type: 'string' },
    world: { type: 'string' },
    with: { type: 'string', multiple: true },
  },
}).values;
const observers = [
  ...(parts.includes('journal') ? [new Journal({ read: (incoming) => simulator.read(incoming) })] : []),
  ...(parts.includes('metrics') ? [new CallStatistics()] : []),
];
const observe =
  observers.length === 0 ? undefined : (...seen) => observers.forEach((each) => each.observe(...seen));
const simulator = new Simulator(
  { ...simulatorOptionsOf(readTargetFile(world, process.env)), observe },
  { allowsOrigin: parts.includes('CORS') ? originsAllowed() : undefined },
);
await simulator.start({ port: Number(port) });
