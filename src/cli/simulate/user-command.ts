/** A command of the user beside a simulator: the variables by which it finds it, and how it ended. */
import { constants } from 'node:os';
import { TagproofError } from '../../errors.ts';
import { TOKEN_VARIABLE } from './controlled-options.ts';
import type { Serving } from './serving.ts';

/** What a shell says about a command that a signal ended. */
const SIGNAL_BASE = 128;

const TROUBLES = new Map([
  ['ENOENT', 'there is no such command; check its name, and that it is in PATH'],
  ['EACCES', 'may not be run; check its permissions'],
]);

export function startError(command: string, { code = '', message }: NodeJS.ErrnoException): TagproofError {
  return new TagproofError('usage', `exec ${command}: ${TROUBLES.get(code) ?? message}`);
}

/** The exit code as a shell gives it. */
export const exitOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? SIGNAL_BASE + (signal === null ? 0 : constants.signals[signal]);

const URL_VARIABLE = 'TAGPROOF_URL';
/** The file of the certificate authority; Node.js trusts it by NODE_EXTRA_CA_CERTS. */
const AUTHORITY_VARIABLE = 'TAGPROOF_CA';
const CONTROL_VARIABLE = 'TAGPROOF_CONTROL_URL';

/** By name; those of keys and tokens are called as the world file calls them, else by their names: `ADMIN_KEY`, `ANN_TOKEN`. */
export function execVariables({
  url,
  controlUrl,
  simulator,
  file,
  authorityFile,
}: Serving): Record<string, string> {
  const { token } = simulator;
  return {
    ...Object.fromEntries(file.secrets.map(({ envName, value }) => [envName, value])),
    [URL_VARIABLE]: url,
    ...(controlUrl !== undefined && { [CONTROL_VARIABLE]: controlUrl }),
    ...(authorityFile !== undefined && {
      [AUTHORITY_VARIABLE]: authorityFile,
      NODE_EXTRA_CA_CERTS: authorityFile,
    }),
    ...(token !== undefined && { [TOKEN_VARIABLE]: token }),
  };
}
