/** What the file gets wrong about auth tokens. */
import { DEFINED_REFUSALS, type RefusalCode } from '../../contract/codes.ts';
import { isRefusedForTagKeys } from './ask-by-keys.ts';
import { isOk, isOwn, refusalOf } from './attempt.ts';
import { answersOf, type FaultRow } from './fault-row.ts';
import { isAccepted } from './orient.ts';
import type { SetupFault } from './setup-fault.ts';

/** Codes with which a token may be refused: all that are defined, but that of a missing rule. */
const OF_TOKENS: ReadonlySet<RefusalCode> = new Set(
  DEFINED_REFUSALS.filter((code) => code !== 'OperationNotAllow'),
);

/** A token with which its own player is refused, by a key that the backend knows. */
export const refusedTokens: FaultRow = ({ world, attempts }) => {
  // A backend that finds every request invalid says nothing about a token.
  const isAnythingValid = attempts.some(isOk);
  // A member may be found invalid before the key is looked at.
  const knownKeys = new Set(
    attempts
      .filter((each) => isAccepted(each) && refusalOf(each) !== 'InvalidRequestParameters')
      .map(({ asked }) => asked.key.name),
  );
  const saysOfToken = (code: RefusalCode) =>
    OF_TOKENS.has(code) && (code !== 'InvalidRequestParameters' || isAnythingValid);
  return world.authTokens
    .filter(({ expired }) => !expired)
    .flatMap(({ name }): readonly SetupFault[] => {
      const sent = attempts.filter(
        ({ asked }) => asked.token?.name === name && knownKeys.has(asked.key.name),
      );
      const refused = sent.filter(
        (each) =>
          isOwn(each) && !isRefusedForTagKeys(each) && saysOfToken(refusalOf(each) ?? 'OperationNotAllow'),
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
