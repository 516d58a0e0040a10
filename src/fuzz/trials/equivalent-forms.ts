/** Ways to write one request that mean the same: white space and escapes of JSON, the form of headers, the framing on the wire. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';

interface FormFacts {
  readonly send: Send;
  /** The clause that says that both mean the same. */
  readonly clause: RegisteredClause;
  /** It is sent over a connection of its own, so it is used only where malformed HTTP is allowed. */
  readonly wire: boolean;
}

const text = (body: NonNullable<Send['body']>): FormFacts => ({
  send: { body },
  clause: '1/json-body',
  wire: false,
});
const head = (wire: NonNullable<Send['wire']>, clause: RegisteredClause = '4.2/header-names'): FormFacts => ({
  send: { wire },
  clause,
  wire: true,
});
const framed = (wire: NonNullable<Send['wire']>): FormFacts => ({
  send: { wire },
  clause: '1/http-200/reply',
  wire: true,
});

const EQUIVALENT_FORMS = {
  'white space': text('spaced'),
  escapes: text('escaped'),
  'member order': text('members-reversed'),
  'lower-case header names': head('lower-case-headers'),
  'upper-case header names': head('upper-case-headers'),
  'header names in mixed case': head('mixed-case-headers'),
  'blanks around header values': head('padded-headers', '4.2/header-values'),
  chunks: framed('chunked'),
  'chunks of one byte': framed('chunk-bytes'),
  'one chunk': framed('one-chunk'),
  'chunks with extensions': framed('chunk-extensions'),
  'a body in pieces': framed('split-bytes'),
  'a head in pieces': framed('split-head'),
  'every byte by itself': framed('split-all'),
  pipelined: framed('pipelined'),
  'Expect: 100-continue': framed('expect-continue'),
  'HTTP/1.0': framed('http-1.0'),
} as const satisfies Record<string, FormFacts>;

export type EquivalentForm = keyof typeof EQUIVALENT_FORMS;
export const FORM_NAMES = Object.keys(EQUIVALENT_FORMS) as readonly EquivalentForm[];

export function formFacts(spelling: EquivalentForm): FormFacts {
  return EQUIVALENT_FORMS[spelling];
}
