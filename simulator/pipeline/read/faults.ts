/** Refusals on demand: a header that the world file declares under `provoke` earns the refusal it is declared for. */
import type { RefusalCode } from '../../../src/contract/codes.ts';
import { refusal, type Answer } from '../answer.ts';
import type { HeaderLines } from '../../../src/rules/reading/header-values.ts';
import { misspeltFault, type FaultHeaders } from './misspelt-faults.ts';
import { headerKey, headerValues } from '../../../src/rules/reading/header-values.ts';

/** What provokes each refusal; a target file's `provoke` is one. */
export type Provocations = ReadonlyMap<
  RefusalCode,
  { readonly header: readonly [name: string, value: string] }
>;

export type Faults = (headers: HeaderLines) => Answer | undefined;

/** Without provocations nothing is looked at. */
export const NO_FAULTS: Faults = () => undefined;

type ByValue = Map<string, Answer>;

/** Looks for each header once, however many of its values provoke something. */
function byHeader(provoke: Provocations): ReadonlyMap<string, ByValue> {
  const headers = new Map<string, ByValue>();
  for (const [code, { header }] of provoke) {
    const [name, value] = header;
    const answers = headers.get(headerKey(name)) ?? new Map<string, Answer>();
    answers.set(value, refusal(code, `provoked by the header ${name}`));
    headers.set(headerKey(name), answers);
  }
  return headers;
}

function faultHeaders(provoke: Provocations): FaultHeaders {
  const headers = new Map<string, readonly string[]>();
  for (const { header } of provoke.values()) {
    const [name, value] = header;
    const known = [...headers.keys()].find((each) => headerKey(each) === headerKey(name)) ?? name;
    headers.set(known, [...(headers.get(known) ?? []), value]);
  }
  return headers;
}

/** The refusal that a request provokes by its headers; of a misspelt one what it was probably meant to be. */
export function faultsOf(provoke: Provocations): Faults {
  if (provoke.size === 0) return NO_FAULTS;
  const answers = [...byHeader(provoke)];
  const misspelt = misspeltFault(faultHeaders(provoke));
  return (headers) => {
    for (const [key, byValue] of answers) {
      const { last } = headerValues(headers, key);
      const found = last === undefined ? undefined : byValue.get(last);
      if (found !== undefined) return found;
    }
    return misspelt(headers);
  };
}
