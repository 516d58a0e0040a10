/** The address of `--host`. */
import { InvalidArgumentError } from 'commander';

/** An empty one would listen on every interface of the machine, unasked. */
export function hostName(text: string): string {
  if (/^[^\s/?#@]+$/.test(text) && !/^[a-z]+:\/\//i.test(text)) return text;
  throw new InvalidArgumentError(
    'It is an address or a name: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.',
  );
}
