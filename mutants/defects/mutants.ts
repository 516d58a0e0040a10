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

export interface MutantClass {
  readonly name: string;
  readonly mutants: readonly Mutant[];
}

/** In the order in which they are tried and listed. */
export const MUTANT_CLASSES: readonly MutantClass[] = [
  { name: 'HTTP replies', mutants: HTTP_MUTANTS },
  { name: 'request bodies', mutants: BODY_MUTANTS },
  { name: 'odd request bodies', mutants: ODD_BODY_MUTANTS },
  { name: 'state between requests', mutants: STATE_MUTANTS },
  { name: 'identifiers', mutants: IDENTIFIER_MUTANTS },
  { name: 'tags and their types', mutants: PAYLOAD_MUTANTS },
  { name: 'remembered decisions', mutants: DECISION_MUTANTS },
  { name: 'endpoints and rules', mutants: ENDPOINT_MUTANTS },
  { name: 'secret keys', mutants: SECRET_MUTANTS },
  { name: 'other headers', mutants: HEADER_MUTANTS },
  { name: 'games', mutants: GAME_MUTANTS },
  { name: 'members of the body', mutants: MEMBER_MUTANTS },
  { name: 'tagKeys', mutants: TAG_KEY_MUTANTS },
  { name: 'the envelope', mutants: ENVELOPE_MUTANTS },
  { name: 'leaks', mutants: LEAK_MUTANTS },
  { name: 'returned tags', mutants: TAG_MUTANTS },
  { name: 'tokens and rights', mutants: AUTHENTICATION_MUTANTS },
  { name: 'order of checks', mutants: ORDER_MUTANTS },
  { name: 'who asks', mutants: WHO_ASKS_MUTANTS },
  { name: 'two things wrong at once', mutants: TWO_AT_ONCE_MUTANTS },
  { name: 'codes', mutants: ERROR_MUTANTS },
  { name: 'types of failing members', mutants: MEMBER_TYPE_MUTANTS },
  { name: 'absent subjects', mutants: NOT_FOUND_MUTANTS },
  { name: 'connections', mutants: TRANSPORT_MUTANTS },
  { name: 'loose comparison', mutants: NEAR_MISS_MUTANTS },
  { name: 'names and places', mutants: LOOSE_NAME_MUTANTS },
  { name: 'thresholds', mutants: THRESHOLD_MUTANTS },
  { name: 'framing', mutants: FRAMING_MUTANTS },
  { name: 'combinations', mutants: COMBINATION_MUTANTS },
];

export const MUTANTS: readonly Mutant[] = MUTANT_CLASSES.flatMap(({ mutants }) => mutants);
