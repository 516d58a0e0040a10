/** The failing members that a refusal lists (§2.5, §7.3). */
import type { MemberType } from '../../contract/codes.ts';
import { ENVELOPE } from '../../contract/envelope.ts';
import { isObject, type Json } from '../../rules/json.ts';
import { noteCode, type Notes } from './reading-notes.ts';
import { finding } from '../compare/finding.ts';
import { showKind } from '../compare/show.ts';

export interface ListedMember {
  /** The member's code as the reply spells it; undefined where it is not a string. */
  readonly code: string | undefined;
  /** Undefined where the table does not have it. */
  readonly type: MemberType | undefined;
  /** Where in the reply, for instance `invalidRequestParameters[0]`. */
  readonly at: string;
}

function readOne(item: Json, at: string, notes: Notes): ListedMember {
  if (!isObject(item)) {
    notes.findings.push(
      finding('wrong-type', '4.4/invalid/type', at, 'an InvalidMember object', showKind(item)),
    );
    return { code: undefined, type: undefined, at };
  }
  const code = item.get(ENVELOPE.memberCode);
  if (typeof code !== 'string') {
    notes.findings.push(
      finding('wrong-type', '2.5/code/type', `${at}.${ENVELOPE.memberCode}`, 'a string', showKind(code)),
    );
  }
  const raw = item.get(ENVELOPE.memberType);
  const place = `${at}.${ENVELOPE.memberType}`;
  if (raw === undefined || raw === null) {
    notes.findings.push(
      finding('missing-data', '2.5/type/present', place, 'an invalidMemberType', showKind(raw)),
    );
  }
  const type =
    raw === undefined || raw === null
      ? undefined
      : noteCode('invalidMemberType', raw, place, '7.3/known', notes);
  return { code: typeof code === 'string' ? code : undefined, type, at };
}

/** How many listed members are read: a request has a few, and each would be compared with each that fails. */
const MAX_LISTED = 1000;

/** Reads the list of failing members. */
export function readListed(items: readonly Json[], notes: Notes): readonly ListedMember[] {
  return items
    .slice(0, MAX_LISTED)
    .map((item, index) => readOne(item, `${ENVELOPE.invalidRequestParameters}[${index}]`, notes));
}
