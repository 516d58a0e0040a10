/** The thread of an embedded simulator: it serves while the run sends, until any message comes. */
import { parentPort, workerData } from 'node:worker_threads';
import { Simulator } from '../../../simulator/server/server.ts';
import { fromThread, simulatorOptionsOf } from './simulated-file.ts';

if (parentPort === null) throw new TypeError('this module runs in a thread');
const port = parentPort;
const simulator = new Simulator(simulatorOptionsOf(fromThread(workerData as string)));
const { url } = await simulator.start();
port.once('message', () => void simulator.close().then(() => port.close()));
port.postMessage(url);
