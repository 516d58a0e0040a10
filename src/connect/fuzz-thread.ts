/** A thread that helps the fuzzer: it sends the trials that it is given, and judges their replies. */
import { setMaxListeners } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { runJob } from '../fuzz/campaign/helper.ts';
import { openTransport } from '../transport/pool/pool-transport.ts';
import { hiding, maskerOf } from '../transport/secrets/mask.ts';
import { secretStoreOf } from '../transport/secrets/secrets.ts';
import { inputsIn, type FromThread, type ThreadTarget, type ToThread } from './fuzz-messages.ts';

if (parentPort === null) throw new TypeError('this module runs in a thread');
const port = parentPort;
const target = workerData as ThreadTarget;
const baseUrl = new URL(target.baseUrl);
const secretStore = secretStoreOf(target.secrets);
const transport = openTransport({ baseUrl, secretStore, settings: target.settings });
const hide = hiding(secretStoreOf(target.variables), baseUrl.origin);
const maskSecrets = maskerOf(secretStore);
const mask = (text: string): string => hide(maskSecrets(text));
const means = { inputs: inputsIn(target), transport, mask };
const [cut, over] = [new AbortController(), new AbortController()];
const ending = { cut: cut.signal, over: over.signal };
setMaxListeners(0, cut.signal);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const post = (message: FromThread): void => port.postMessage(message);

port.on('message', (message: ToThread) => {
  if (message === 'cut') return cut.abort();
  if (message === 'over') return over.abort();
  if (message === 'end') return void transport.close().then(() => port.close());
  const { number, job } = message;
  void runJob(job, means, ending, (report) => post({ number, ...report })).then((back) =>
    post({ number, trials: [], sent: 0, ended: { back } }),
  );
});
post({ number: 0, trials: [], sent: 0 });
