/** Counts the modules that a process loads: `node --import ./count-modules.mjs`, the count at the end in TAGPROOF_TEST_MODULES. */
import { writeFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

const HOOKS = `
let port;
export const initialize = (data) => void (port = data.port);
export const load = (url, context, next) => (port.postMessage(url), next(url, context));
`;

const { port1, port2 } = new MessageChannel();
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, {
  data: { port: port2 },
  transferList: [port2],
});

process.on('exit', () => {
  const files = new Set(Object.keys(createRequire(import.meta.url).cache));
  for (let next = receiveMessageOnPort(port1); next !== undefined; next = receiveMessageOnPort(port1))
    if (next.message.startsWith('file:')) files.add(next.message);
  writeFileSync(process.env.TAGPROOF_TEST_MODULES, String(files.size));
});
