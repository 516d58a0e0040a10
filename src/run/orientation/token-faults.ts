/** What the file gets wrong about auth tokens. */
import { isOk, isOwn, refusalOf } from './attempt.ts';
import { answersOf, type FaultRow } from './fault-row.ts';
import { isAccepted } from './orient.ts';
import type { SetupFault } from './setup-fault.ts';

/** A token with which its own player is refused, by a key that the backend knows. */
export const refusedTokens: FaultRow = ({ world, attempts }) => {
  const knownKeys = new Set(attempts.filter(isAccepted).map(({ asked }) => asked.key.name));
  return world.authTokens
    .filter(({ expired }) => !expired)
    .flatMap(({ name }): readonly SetupFault[] => {
      const sent = attempts.filter(
        ({ asked }) => asked.token?.name === name && knownKeys.has(asked.key.name),
      );
      const refused = sent.filter(
        (each) => isOwn(each) && refusalOf(each) !== undefined && refusalOf(each) !== 'OperationNotAllow',
      );
      if (refused.length === 0 || sent.some(isOk)) return [];
      return [
        {
          about: { list: 'authTokens', name },
          message: `the token "${name}" is refused with ${answersOf(refused)}`,
          hint: 'has it expired, or is it of another game or environment? Log in again, or declare expired: true',
        },
      ];
    });
};
