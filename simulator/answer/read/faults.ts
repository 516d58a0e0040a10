/** Refusals on demand: a header that the world file declares under `provoke` earns the refusal it is declared for. */
import type { Provocations, RefusalCode } from '../../../src/spec/codes.ts';
import type { Endpoint } from '../../../src/spec/endpoints.ts';
import { faultRefusal, type RefusedAnswer } from '../answer.ts';
import {
  type HeaderLines,
  headerKey,
  headerValues,
  trimBlanks,
} from '../../../src/judge/rules/reading/header-values.ts';
import { nearest } from '../../../src/base/text/nearest.ts';

/** The headers that provoke something, as they are spelled, each with its values. */
type FaultHeaders = ReadonlyMap<string, readonly string[]>;

const MAX_QUOTED = 60;
const quotedName = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);

const listedHeaders = (faults: FaultHeaders): string =>
  [...faults].flatMap(([name, values]) => values.map((value) => `${name}: ${value}`)).join(', ');

/** The failing member is the header `given`. */
const answer = (
  given: string,
  what: string,
  meant: string | undefined,
  faults: FaultHeaders,
): RefusedAnswer =>
  faultRefusal(
    'InvalidRequestParameters',
    `the header ${what}${meant === undefined ? '.' : `; did you mean ${meant}?`} These provoke a refusal: ${listedHeaders(faults)}`,
    given,
  );

function wrongValue(name: string, value: string, faults: FaultHeaders): RefusedAnswer {
  const meant = nearest(value, faults.get(name) ?? []);
  const what = `${name} provokes nothing with the value ${quotedName(value)}`;
  return answer(name, what, meant === undefined ? undefined : `${name}: ${meant}`, faults);
}

/** How many letters of a header's name may be too many or missing. */
const MAX_NAME_SLIPS = 3;

/** Letters of ASCII in both cases, by this bit. */
const CASE_BIT = 0x20;

/** A quick look that spares the headers of every request the slow one. */
const mayBe = (name: string, meant: string): boolean =>
  Math.abs(meant.length - name.length) <= MAX_NAME_SLIPS &&
  (meant.charCodeAt(0) | CASE_BIT) === (name.charCodeAt(0) | CASE_BIT);

function isNearAny(name: string, spellings: readonly string[]): boolean {
  for (const spelling of spellings) if (mayBe(name, spelling)) return true;
  return false;
}

/** The header that a name was meant to be, where its value shows that a fault was meant. */
function meantHeader(name: string, value: string, faults: FaultHeaders): string | undefined {
  const near = [...faults.keys()].filter((each) => mayBe(name, each));
  const found = near.length === 0 ? undefined : nearest(name, near);
  return found !== undefined && nearest(value, faults.get(found) ?? []) !== undefined ? found : undefined;
}

/** Finds the first misspelt fault among header lines. */
function misspeltFault(faults: FaultHeaders): (headers: HeaderLines) => RefusedAnswer | undefined {
  const names = new Map([...faults.keys()].map((name) => [headerKey(name), name]));
  const spellings = [...faults.keys()];
  return (headers) => {
    for (let at = 0; at < headers.length; at += 2) {
      const given = headers[at] ?? '';
      if (!isNearAny(given, spellings)) continue;
      const value = trimBlanks(headers[at + 1] ?? '');
      const name = names.get(headerKey(given));
      if (name !== undefined && value !== '') return wrongValue(name, value, faults);
      const meant = name === undefined && value !== '' ? meantHeader(given, value, faults) : undefined;
      if (meant !== undefined) {
        const right = `${meant}: ${nearest(value, faults.get(meant) ?? []) ?? ''}`;
        return answer(given, `${quotedName(given)} provokes nothing`, right, faults);
      }
    }
    return undefined;
  };
}

export type ProvokedFault = (headers: HeaderLines, endpoint: Endpoint) => RefusedAnswer | undefined;

/** Without provocations nothing is looked at. */
export const NO_FAULTS: ProvokedFault = () => undefined;

type ByValue = Map<string, RefusalCode>;

/** Looks for each header once, however many of its values provoke something. */
function byHeader(provoke: Provocations): ReadonlyMap<string, ByValue> {
  const headers = new Map<string, ByValue>();
  for (const [code, { header }] of provoke) {
    const [name, value] = header;
    const codes: ByValue = headers.get(headerKey(name)) ?? new Map();
    codes.set(value, code);
    headers.set(headerKey(name), codes);
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
export function provokedFaults(provoke: Provocations): ProvokedFault {
  if (provoke.size === 0) return NO_FAULTS;
  const headersWithCodes = [...byHeader(provoke)];
  const misspelt = misspeltFault(faultHeaders(provoke));
  return (headers, { idMember }) => {
    for (const [key, byValue] of headersWithCodes) {
      const { last } = headerValues(headers, key);
      const code = last === undefined ? undefined : byValue.get(last);
      if (code !== undefined)
        return faultRefusal(code, `provoked by the header ${provoke.get(code)?.header[0]}`, idMember);
    }
    return misspelt(headers);
  };
}
