/** What must hold of every reply or of several together; each rests on a clause or a principle. A table: one row, one property. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { FindingKind } from '../../judge/finding.ts';
import { hasRepeats, RELATIONS, type Trial, type TrialRelation } from './relations.ts';

interface PropertyFacts {
  /** The clauses or principles that it tests. */
  readonly clauses: readonly RegisteredClause[];
  readonly description: string;
  /** The trials that can show it broken. */
  readonly shownBy: { readonly description: string; readonly fits: (trial: Trial) => boolean };
  /** The kinds of findings on one reply that break it. */
  readonly kinds?: readonly FindingKind[];
  /** It concerns several requests, whichever of them shows it. */
  readonly ofSeveral?: true;
}

const ANY_TRIAL: PropertyFacts['shownBy'] = { description: 'any request', fits: () => true };

const OF_REPLIES = {
  allowed: {
    clauses: ['4.5.2/tags', '7.1/invalid-request-parameters', '7.4.2/not-found'],
    description: 'every reply is one that the document allows for the request, the world and the dialect',
    shownBy: ANY_TRIAL,
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
    shownBy: ANY_TRIAL,
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
    shownBy: ANY_TRIAL,
    kinds: ['no-reply', 'hung-up', 'late', 'gateway', 'limited', 'bad-framing'],
  },
  /** Of the kind `wrong-tags`, where the tags are of another subject (`judge-trial.ts`). */
  'own-tags': {
    clauses: ['4.3/tag-keys/subset'],
    description: 'no reply holds a tag that the subject lacks',
    shownBy: ANY_TRIAL,
  },
  'no-leak': {
    clauses: ['4.4/parameters/only', 'principle/no-leak'],
    description: 'no refusal shows tags, secrets, or whether the subject exists',
    shownBy: ANY_TRIAL,
    kinds: ['leak'],
    ofSeveral: true,
  },
  repeat: {
    clauses: ['1/read-only'],
    description: 'the same request twice gets the same judged answer, whatever came between',
    shownBy: { description: 'a request that is sent again', fits: hasRepeats },
    kinds: ['differs'],
    ofSeveral: true,
  },
} as const satisfies Record<string, PropertyFacts>;

const isHistory = ({ relation, delivery, steps }: Trial): boolean =>
  relation === 'next-works' || (relation === 'none' && delivery !== 'concurrent' && steps.length > 1);

const OF_ORDER = {
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

type OwnProperty = Extract<
  (typeof RELATIONS)[TrialRelation]['property'],
  { readonly description: string }
>['name'];

/** The properties that are a relation's own. */
const OF_RELATIONS = Object.fromEntries(
  Object.entries(RELATIONS).flatMap(([relation, { property }]): [string, PropertyFacts][] => {
    if (!('description' in property)) return [];
    const { name, clauses, description, shownBy } = property;
    const fits = (trial: Trial): boolean => trial.relation === relation;
    return [[name, { clauses, description, shownBy: { description: shownBy, fits }, ofSeveral: true }]];
  }),
) as Readonly<Record<OwnProperty, PropertyFacts>>;

export type Property = keyof typeof OF_REPLIES | OwnProperty | keyof typeof OF_ORDER;

export const PROPERTIES: Readonly<Record<Property, PropertyFacts>> = {
  ...OF_REPLIES,
  ...OF_RELATIONS,
  ...OF_ORDER,
};
export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

/** Whether a trial can show this property broken. */
export const canShow = (property: Property, trial: Trial): boolean =>
  PROPERTIES[property].shownBy.fits(trial);

const BY_KIND = new Map(
  PROPERTY_NAMES.flatMap((name) => (PROPERTIES[name].kinds ?? []).map((kind) => [kind, name] as const)),
);

/** The property that a finding on one reply breaks, by its kind. */
export function propertyOfKind(kind: FindingKind): Property {
  const property = BY_KIND.get(kind);
  if (property === undefined) throw new TypeError(`no property has findings of the kind ${kind}`);
  return property;
}
