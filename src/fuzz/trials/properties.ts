/** What must hold of every reply or of several together; each rests on a clause or a principle. A table: one row, one property. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { FindingKind } from '../../judge/finding.ts';
import type { Trial, TrialRelation } from './relations.ts';

interface PropertyFacts {
  /** The clauses or principles that it tests. */
  readonly clauses: readonly RegisteredClause[];
  readonly description: string;
  /** The trials that can show it broken, in words and as a condition; left out: all. */
  readonly needs?: string;
  readonly fits?: (trial: Trial) => boolean;
  /** The kinds of findings on one reply that break it. */
  readonly kinds?: readonly FindingKind[];
  /** It concerns several requests, whichever of them shows it. */
  readonly ofSeveral?: true;
}

const of =
  (relation: TrialRelation) =>
  (trial: Trial): boolean =>
    trial.relation === relation;

const TABLE = {
  allowed: {
    clauses: ['4.5.2/tags', '7.1/invalid-request-parameters', '7.4.2/not-found'],
    description: 'every reply is one that the document allows for the request, the world and the dialect',
    kinds: [
      'wrong-outcome',
      'wrong-member',
      'no-member',
      'wrong-tags',
      'duplicate-key',
      'discouraged',
      'against-dialect',
      'none-of-many',
    ],
  },
  envelope: {
    clauses: ['1/json', '1/envelope', '4.4/return-code/known'],
    description: 'every reply is HTTP 200 with a well-formed envelope',
    kinds: [
      'redirect',
      'status',
      'compressed',
      'content-type',
      'byte-order-mark',
      'not-json',
      'not-envelope',
      'unknown-code',
      'wrong-type',
      'wrong-name',
      'missing-data',
      'data-beside',
    ],
  },
  answered: {
    clauses: ['1/http-200/reply', '1/http-200/first-try', '1/http-200/framing'],
    description: 'every well-formed request is answered, and after any odd one the next connection works',
    kinds: ['no-reply', 'hung-up', 'late', 'gateway', 'limited', 'bad-framing'],
  },
  /** Of the kind `wrong-tags`, where the tags are of another subject (`judge-trial.ts`). */
  'own-tags': {
    clauses: ['4.3/tag-keys/subset'],
    description: 'no reply holds a tag that the subject lacks',
  },
  'no-leak': {
    clauses: ['4.4/parameters/only', 'principle/no-leak'],
    description: 'no refusal shows tags, secrets, or whether the subject exists',
    kinds: ['leak'],
    ofSeveral: true,
  },
  repeat: {
    clauses: ['1/read-only'],
    description: 'the same request twice gets the same judged answer, whatever came between',
    needs: 'a request that is sent again',
    fits: ({ steps }) => new Set(steps).size < steps.length,
    kinds: ['differs'],
    ofSeveral: true,
  },
  equivalent: {
    clauses: ['1/json-body', '4.2/header-names', '4.2/header-values', '1/http-200/reply'],
    description: 'two equivalent forms of one request get the same judged answer',
    needs: 'a request in two equivalent forms',
    fits: of('same-answer'),
    ofSeveral: true,
  },
  variants: {
    clauses: ['1/one-target'],
    description: 'client, server and admin return the same tags of one subject',
    needs: 'one subject through several variants',
    fits: of('same-tags'),
    ofSeveral: true,
  },
  games: {
    clauses: ['1/one-target'],
    description: 'one id in two games gets no tag of the other game',
    needs: 'one id in two games',
    fits: of('other-game'),
    ofSeveral: true,
  },
  union: {
    clauses: ['4.3/tag-keys/all-or-filter'],
    description: 'where tagKeys filters, several keys get what each of them gets alone',
    needs: 'tagKeys together and alone',
    fits: of('union'),
    ofSeveral: true,
  },
  'key-order': {
    clauses: ['4.3/tag-keys/all-or-filter'],
    description: 'the order of tagKeys does not change which tags come',
    needs: 'tagKeys in two orders',
    fits: of('key-order'),
    ofSeveral: true,
  },
  history: {
    clauses: ['1/read-only', '3/states'],
    description: 'a reply does not depend on the requests before it',
    kinds: ['changed-state'],
    needs: 'requests one after the other',
    fits: ({ relation, delivery, steps }) =>
      relation === 'next-works' || (relation === 'none' && delivery !== 'concurrent' && steps.length > 1),
  },
  concurrent: {
    clauses: ['1/one-target'],
    description: 'requests under way at once get their own answers',
    needs: 'requests under way at once',
    fits: ({ delivery }) => delivery === 'concurrent',
  },
} as const satisfies Record<string, PropertyFacts>;

export type Property = keyof typeof TABLE;
export const PROPERTIES: Readonly<Record<Property, PropertyFacts>> = TABLE;
export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

/** Whether a trial can show this property broken. */
export const canShow = (property: Property, trial: Trial): boolean =>
  PROPERTIES[property].fits?.(trial) ?? true;

const BY_KIND = new Map(
  PROPERTY_NAMES.flatMap((name) => (PROPERTIES[name].kinds ?? []).map((kind) => [kind, name] as const)),
);

/** The property that a finding on one reply breaks, by its kind. */
export function propertyOfKind(kind: FindingKind): Property {
  const property = BY_KIND.get(kind);
  if (property === undefined) throw new TypeError(`no property has findings of the kind ${kind}`);
  return property;
}
