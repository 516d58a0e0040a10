/** Keys and tokens as the control API shows them: in the form of a world file. */
import { showAuthToken, type AuthTokenInput } from '../../../src/config/world-file/auth-token.ts';
import { showSecretKey, type SecretKeyInput } from '../../../src/config/world-file/secret-key.ts';
import type { AuthToken, SecretKey } from '../../../src/world/world.ts';
import type { Held } from '../../world/world-state.ts';

/** The value of a secret that is public, the variable that stands for any other. */
const shownValue = ({ value, envName, public: isPublic }: Held<unknown>): string =>
  isPublic ? value : `\${env:${envName}}`;

export const showKey = (held: Held<SecretKey>): SecretKeyInput => showSecretKey(held.item, shownValue(held));

export const showToken = (held: Held<AuthToken>, token: AuthToken = held.item): AuthTokenInput =>
  showAuthToken(token, shownValue(held));
