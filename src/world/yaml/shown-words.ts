/** What is shown of a file that may hold secrets: words of its schema, and short ones. In a file that is wrong a secret may stand anywhere. */
import { z } from 'zod';
import { rememberedPer } from '../../base/remembered.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';

/** A name of a variable, or what YAML reads as one word. */
const YAML_WORD = /\$\{env:[A-Z_][A-Z0-9_]*\}|[^\s{}[\],:"'#]+/g;
const A_REFERENCE = /^\$\{env:.*\}$/;
/** Of more characters between two blanks none is shown. */
const SHORT = 5;

/** Keys, and values of which there is a list. Descriptions are no part of a file. */
const schemaWords = rememberedPer((schema: z.ZodType): ReadonlySet<string> => {
  const json = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), (key, value: unknown) =>
    key === 'description' ? undefined : value,
  );
  return new Set(json.match(/[A-Za-z][^\s{}[\],:"'#]*/g));
});

/** The text with a star for each character that is not shown. */
export function masked(text: string, schema: z.ZodType): string {
  const isKnown = (word: string): boolean => A_REFERENCE.test(word) || schemaWords(schema).has(word);
  return text.replaceAll(/\S+/g, (chunk) => {
    const unknown = (chunk.match(YAML_WORD) ?? []).filter((word) => !isKnown(word)).join('');
    if (unknown.length <= SHORT) return chunk;
    return chunk.replaceAll(YAML_WORD, (word) => (isKnown(word) ? word : '*'.repeat([...word].length)));
  });
}

/** Members and headers that hold a key or a token, which a file without secrets should not spell out. */
const SPELT_OUT = new RegExp(
  String.raw`(\b(?:${SECRET_KEY}|${AUTH_TOKEN}|key|token)["']?\s*:\s*["']?)(?!tagproof-|<)([^\s"',{}[\]$]{12,})`,
  'gi',
);

/** A line of a file that holds no secrets as a rule, with stars for what may be one all the same. */
export const withoutCredentials = (line: string): string =>
  line.replaceAll(SPELT_OUT, (_, name: string, value: string) => name + '*'.repeat([...value].length));

const QUOTED = /"(?:[^"\\]|\\.)*"/g;
/** A longer text is no id and no name. */
const NAME_AT_MOST = 26;

/** A message about what a file means, whose keys are all in their places: it may name ids. */
export const withoutLong = (message: string, schema: z.ZodType): string =>
  message.replaceAll(QUOTED, (quoted) =>
    quoted.length <= NAME_AT_MOST || masked(quoted, schema) === quoted ? quoted : '"…"',
  );
