/** JSON texts whose names and strings often trip programs up. */
import fc from 'fast-check';

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', 'a', '\u2028'),
  fc.string({ unit: 'binary' }),
);
/** The text of any JSON value, as JSON.stringify writes it. */
export const json = fc
  .letrec<{ value: unknown; array: unknown[]; object: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.string({ unit: 'binary' }),
      tie('array'),
      tie('object'),
    ),
    array: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  }))
  .value.map((value) => JSON.stringify(value));
