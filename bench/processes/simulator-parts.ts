/** The simulator with some of what it does besides answering: `node --import tsx simulator-parts.ts --port N --world FILE --with journal --with CORS`. */
import { parseArgs } from 'node:util';
import { Journal } from '../../simulator/journal/journal.ts';
import { originsAllowed } from '../../simulator/server/cors.ts';
import { Simulator } from '../../simulator/server/server.ts';
import { simulatorOptionsOf } from '../../src/library/embedded/simulated-file.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';

const {
  port = '',
  world = '',
  with: parts = [],
} = parseArgs({
  options: {
    port: { type: 'string' },
    world: { type: 'string' },
    with: { type: 'string', multiple: true },
  },
}).values;
const journal = parts.includes('journal') ? new Journal() : undefined;
const simulator = new Simulator(
  {
    ...simulatorOptionsOf(readTargetFile(world, process.env)),
    ...(journal !== undefined && { observe: journal.observe }),
  },
  parts.includes('CORS') ? { allowsOrigin: originsAllowed() } : {},
);
await simulator.start({ port: Number(port) });
