/** The variables that a command gets with a simulator: its address and the credentials of its world. */
import { TOKEN_VARIABLE } from './controlled-options.ts';
import type { Serving } from './serving.ts';

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
