/** What a request wishes for: those who play its roles. */
import type { Endpoint } from '../../spec/endpoints.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { AskedSubject } from '../planned.ts';

/**
 * Which subjects may be asked about. `existing`: only a subject that the case describes; `any`: the request is refused whatever it asks for;
 * `answered`: it is answered, with tags or, for an id that nothing has, as not found.
 */
export type SubjectNeed = 'existing' | 'any' | 'answered';

export interface Wish {
  readonly endpoint: Endpoint;
  readonly given: Given;
  /** Which roles the request has at all. */
  readonly has: { readonly key: boolean; readonly token: boolean; readonly subject: SubjectNeed };
  /** The subject of the case's first step, which the others share where it fits. */
  readonly prefer: AskedSubject | undefined;
}

/** What to declare so that a case can be sent, in words: `a Player key without rules`. */
export interface Need {
  readonly need: string;
}

const NTH_WORDS = ['', '', 'second ', 'third '] as const;

/** `an Admin key`; with `nth` 2 `a second Admin key`. */
export function withArticle(words: string, nth = 1): string {
  const counted = `${NTH_WORDS[nth] ?? `${nth}th `}${words}`;
  return `${/^[aeiou]/i.test(counted) ? 'an' : 'a'} ${counted}`;
}
