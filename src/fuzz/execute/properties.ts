/** What must hold of every reply or of several together; each rests on a clause or a principle. A table: one row, one property. */
import type { RegisteredClause } from '../../contract/clause-register.ts';
import type { FindingKind } from '../../judge/compare/finding.ts';
import { hasRepeats, type Trial } from '../generate/trial.ts';

interface PropertyFacts {
  /** The clauses or principles that it tests. */
  readonly clauses: readonly RegisteredClause[];
  readonly description: string;
  /** The trials that can show it broken. */
  readonly shownBy: { readonly description: string; readonly fits: (trial: Trial) => boolean };
}

const ANY_TRIAL: PropertyFacts['shownBy'] = { description: 'any request', fits: () => true };

const isHistory = ({ relation, delivery, steps }: Trial): boolean =>
  relation === 'next-works' || (relation === 'none' && delivery !== 'concurrent' && steps.length > 1);

export const PROPERTIES = {
  allowed: {
    clauses: ['4.5.2/tags', '7.1/invalid-request-parameters', '7.4.2/not-found'],
    description: 'every reply is one that the document allows for the request, the world and the dialect',
    shownBy: ANY_TRIAL,
  },
  envelope: {
    clauses: ['1/json', '1/envelope', '4.4/return-code/known'],
    description: 'every reply is HTTP 200 with a well-formed envelope',
    shownBy: ANY_TRIAL,
  },
  answered: {
    clauses: ['1/http-200/reply', '1/http-200/first-try', '1/http-200/framing'],
    description: 'every well-formed request is answered, and after any odd one the next connection works',
    shownBy: ANY_TRIAL,
  },
  'own-tags': {
    clauses: ['4.3/tag-keys/subset'],
    description: 'no reply holds a tag that the subject lacks',
    shownBy: ANY_TRIAL,
  },
  'no-leak': {
    clauses: ['4.4/parameters/only', 'principle/no-leak'],
    description: 'no refusal shows tags, secrets, or whether the subject exists',
    shownBy: ANY_TRIAL,
  },
  repeat: {
    clauses: ['1/read-only'],
    description: 'the same request twice gets the same judged answer, whatever came between',
    shownBy: { description: 'a request that is sent again', fits: hasRepeats },
  },
  equivalent: {
    clauses: ['1/json-body', '4.2/header-names', '4.2/header-values', '1/http-200/reply'],
    description: 'two equivalent forms of one request get the same judged answer',
    shownBy: {
      description: 'a request in two equivalent forms',
      fits: ({ relation }) => relation === 'same-answer',
    },
  },
  variants: {
    clauses: ['1/one-target'],
    description: 'client, server and admin return the same tags of one subject',
    shownBy: {
      description: 'one subject through several variants',
      fits: ({ relation }) => relation === 'same-tags',
    },
  },
  games: {
    clauses: ['1/one-target'],
    description: 'one id in two games gets no tag of the other game',
    shownBy: { description: 'one id in two games', fits: ({ relation }) => relation === 'other-game' },
  },
  union: {
    clauses: ['4.3/tag-keys/all-or-filter'],
    description: 'where tagKeys filters, several keys get what each of them gets alone',
    shownBy: { description: 'tagKeys together and alone', fits: ({ relation }) => relation === 'union' },
  },
  'key-order': {
    clauses: ['4.3/tag-keys/all-or-filter'],
    description: 'the order of tagKeys does not change which tags come',
    shownBy: { description: 'tagKeys in two orders', fits: ({ relation }) => relation === 'key-order' },
  },
  history: {
    clauses: ['1/read-only', '3/states'],
    description: 'a reply does not depend on the requests before it',
    shownBy: { description: 'requests one after the other', fits: isHistory },
  },
  concurrent: {
    clauses: ['1/one-target'],
    description: 'requests under way at once get their own answers',
    shownBy: {
      description: 'requests under way at once',
      fits: ({ delivery }) => delivery === 'concurrent',
    },
  },
} as const satisfies Record<string, PropertyFacts>;

export type Property = keyof typeof PROPERTIES;
export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

/** Whether a trial can show this property broken. */
export function canShow(property: Property, trial: Trial): boolean {
  const { shownBy }: PropertyFacts = PROPERTIES[property];
  return shownBy.fits(trial);
}

/** The property that a finding on one reply breaks, by its kind. */
export const PROPERTY_OF = {
  'no-reply': 'answered',
  'hung-up': 'answered',
  late: 'answered',
  gateway: 'answered',
  'bad-framing': 'answered',
  'stray-bytes': 'answered',
  redirect: 'envelope',
  status: 'envelope',
  compressed: 'envelope',
  'content-type': 'envelope',
  'byte-order-mark': 'envelope',
  'not-json': 'envelope',
  'not-envelope': 'envelope',
  'unknown-code': 'envelope',
  'wrong-type': 'envelope',
  'wrong-name': 'envelope',
  'missing-data': 'envelope',
  'data-beside': 'envelope',
  'wrong-outcome': 'allowed',
  'wrong-member': 'allowed',
  'no-member': 'allowed',
  'wrong-tags': 'allowed',
  'duplicate-key': 'allowed',
  leak: 'no-leak',
  discouraged: 'allowed',
  'against-dialect': 'allowed',
  differs: 'repeat',
  'none-of-many': 'allowed',
} as const satisfies Record<FindingKind, Property>;
