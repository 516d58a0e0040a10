/** All mutants, by the chapters of the document. A new one is a row of its chapter's file. */
import { HTTP_MUTANTS } from './http/1-http.ts';
import { BODY_MUTANTS } from './http/1-body.ts';
import { ODD_BODY_MUTANTS } from './http/1-odd-bodies.ts';
import { STATE_MUTANTS } from './http/1-state.ts';
import { IDENTIFIER_MUTANTS } from './request/2-identifiers.ts';
import { PAYLOAD_MUTANTS } from './reply/2-payload.ts';
import { DECISION_MUTANTS } from './rights/3-decisions.ts';
import { ENDPOINT_MUTANTS } from './request/4.1-endpoints.ts';
import { GAME_MUTANTS } from './request/4.2-games.ts';
import { HEADER_MUTANTS } from './request/4.2-headers.ts';
import { SECRET_MUTANTS } from './request/4.2-secrets.ts';
import { MEMBER_MUTANTS } from './request/4.3-members.ts';
import { TAG_KEY_MUTANTS } from './request/4.3-tag-keys.ts';
import { ENVELOPE_MUTANTS } from './reply/4.4-envelope.ts';
import { TAG_MUTANTS } from './reply/4.5-tags.ts';
import { AUTHENTICATION_MUTANTS } from './rights/5-authentication.ts';
import { ORDER_MUTANTS } from './rights/5-order.ts';
import { WHO_ASKS_MUTANTS } from './rights/5-who-asks.ts';
import { TWO_AT_ONCE_MUTANTS } from './reply/7.1-two-at-once.ts';
import { ERROR_MUTANTS } from './reply/7-errors.ts';
import { MEMBER_TYPE_MUTANTS } from './reply/7.3-member-types.ts';
import { NOT_FOUND_MUTANTS } from './reply/7.4-not-found.ts';
import { FRAMING_MUTANTS } from './http/1-framing.ts';
import { TRANSPORT_MUTANTS } from './http/1-wire.ts';
import { COMBINATION_MUTANTS } from './across/combinations.ts';
import { LEAK_MUTANTS } from './across/leaks.ts';
import { LOOSE_NAME_MUTANTS } from './across/loose-names.ts';
import { NEAR_MISS_MUTANTS } from './across/near-misses.ts';
import { THRESHOLD_MUTANTS } from './across/thresholds.ts';
import type { Mutant } from './mutant.ts';

/** In the order in which they are tried and listed. */
export const MUTANTS: readonly Mutant[] = [
  ...HTTP_MUTANTS,
  ...BODY_MUTANTS,
  ...ODD_BODY_MUTANTS,
  ...STATE_MUTANTS,
  ...IDENTIFIER_MUTANTS,
  ...PAYLOAD_MUTANTS,
  ...DECISION_MUTANTS,
  ...ENDPOINT_MUTANTS,
  ...SECRET_MUTANTS,
  ...HEADER_MUTANTS,
  ...GAME_MUTANTS,
  ...MEMBER_MUTANTS,
  ...TAG_KEY_MUTANTS,
  ...ENVELOPE_MUTANTS,
  ...LEAK_MUTANTS,
  ...TAG_MUTANTS,
  ...AUTHENTICATION_MUTANTS,
  ...ORDER_MUTANTS,
  ...WHO_ASKS_MUTANTS,
  ...TWO_AT_ONCE_MUTANTS,
  ...ERROR_MUTANTS,
  ...MEMBER_TYPE_MUTANTS,
  ...NOT_FOUND_MUTANTS,
  ...TRANSPORT_MUTANTS,
  ...NEAR_MISS_MUTANTS,
  ...LOOSE_NAME_MUTANTS,
  ...THRESHOLD_MUTANTS,
  ...FRAMING_MUTANTS,
  ...COMBINATION_MUTANTS,
];
