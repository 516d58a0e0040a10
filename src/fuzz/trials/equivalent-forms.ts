/** Ways to write one request that mean the same, each with the clause that says so: white space and escapes of JSON, the form of headers, the framing on the wire. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';

const NAMES = '4.2/header-names';
const FRAMING = '1/http-200/reply';

const EQUIVALENT_FORMS = {
  'white space': [{ body: 'spaced' }, '1/json-body'],
  escapes: [{ body: 'escaped' }, '1/json-body'],
  'member order': [{ body: 'members-reversed' }, '1/json-body'],
  'lower-case header names': [{ wire: 'lower-case-headers' }, NAMES],
  'upper-case header names': [{ wire: 'upper-case-headers' }, NAMES],
  'header names in mixed case': [{ wire: 'mixed-case-headers' }, NAMES],
  'blanks around header values': [{ wire: 'padded-headers' }, '4.2/header-values'],
  chunks: [{ wire: 'chunked' }, FRAMING],
  'chunks of one byte': [{ wire: 'chunk-bytes' }, FRAMING],
  'one chunk': [{ wire: 'one-chunk' }, FRAMING],
  'chunks with extensions': [{ wire: 'chunk-extensions' }, FRAMING],
  'a body in pieces': [{ wire: 'split-bytes' }, FRAMING],
  'a head in pieces': [{ wire: 'split-head' }, FRAMING],
  'every byte by itself': [{ wire: 'split-all' }, FRAMING],
  pipelined: [{ wire: 'pipelined' }, FRAMING],
  'Expect: 100-continue': [{ wire: 'expect-continue' }, FRAMING],
  'HTTP/1.0': [{ wire: 'http-1.0' }, FRAMING],
} as const satisfies Record<string, readonly [Send, RegisteredClause]>;

export type EquivalentForm = keyof typeof EQUIVALENT_FORMS;

export const sendOfForm = (form: EquivalentForm): Send => EQUIVALENT_FORMS[form][0];
export const clauseOfForm = (form: EquivalentForm): RegisteredClause => EQUIVALENT_FORMS[form][1];

const ALL = Object.keys(EQUIVALENT_FORMS) as readonly EquivalentForm[];
/** Forms of the body alone; all others are sent over a connection of their own. */
export const TEXT_FORMS = ALL.filter((form) => sendOfForm(form).wire === undefined);
export const WIRE_FORMS = ALL.filter((form) => sendOfForm(form).wire !== undefined);
