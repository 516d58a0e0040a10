/** All mutants, by the chapters of the document. A new one is a row of its chapter's file. */
import { HTTP_MUTANTS } from './1-http.ts';
import { BODY_MUTANTS } from './1-body.ts';
import { ODD_BODY_MUTANTS } from './1-odd-bodies.ts';
import { STATE_MUTANTS } from './1-state.ts';
import { IDENTIFIER_MUTANTS } from './2-identifiers.ts';
import { PAYLOAD_MUTANTS } from './2-payload.ts';
import { DECISION_MUTANTS } from './3-decisions.ts';
import { ENDPOINT_MUTANTS } from './4.1-endpoints.ts';
import { GAME_MUTANTS } from './4.2-games.ts';
import { HEADER_MUTANTS } from './4.2-headers.ts';
import { SECRET_MUTANTS } from './4.2-secrets.ts';
import { MEMBER_MUTANTS } from './4.3-members.ts';
import { TAG_KEY_MUTANTS } from './4.3-tag-keys.ts';
import { ENVELOPE_MUTANTS } from './4.4-envelope.ts';
import { TAG_MUTANTS } from './4.5-tags.ts';
import { AUTHENTICATION_MUTANTS } from './5-authentication.ts';
import { ORDER_MUTANTS } from './5-order.ts';
import { WHO_ASKS_MUTANTS } from './5-who-asks.ts';
import { TWO_AT_ONCE_MUTANTS } from './7.1-two-at-once.ts';
import { ERROR_MUTANTS } from './7-errors.ts';
import { MEMBER_TYPE_MUTANTS } from './7.3-member-types.ts';
import { NOT_FOUND_MUTANTS } from './7.4-not-found.ts';
import { FRAMING_MUTANTS } from './9-framing.ts';
import { TRANSPORT_MUTANTS } from './9-transport.ts';
import { COMBINATION_MUTANTS } from './combinations.ts';
import { LEAK_MUTANTS } from './leaks.ts';
import { NEAR_MISS_MUTANTS } from './near-misses.ts';
import { THRESHOLD_MUTANTS } from './thresholds.ts';
import type { Mutant } from './mutant.ts';

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
  ...THRESHOLD_MUTANTS,
  ...FRAMING_MUTANTS,
  ...COMBINATION_MUTANTS,
];
