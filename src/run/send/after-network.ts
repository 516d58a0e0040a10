/** Work that can wait takes its turn behind the network: a reply is judged once the next request is sent and other replies are read. */

const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Resolves when Node has looked at its sockets again; of those who wait, one goes on each time, so that no reply waits for all of their work. */
export function afterNetwork(): Promise<void> {
  return new Promise((go) => {
    if (waiting.push(go) === 1) setImmediate(goOn);
  });
}
