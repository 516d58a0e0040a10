/** The schema of target and world files. No transforms: a JSON Schema for editors is made of it. */
import { z } from 'zod';
import { REFUSAL_CODES, type RefusalCode } from '../../spec/codes.ts';
import { headerName, headerValue, textThat, unfilledVariable } from '../world-file/checked-texts.ts';
import { dialectSchema } from './dialect.ts';
import { extensionSchema } from './extensions.ts';
import { runSchema } from './run-section.ts';
import { readBaseUrl } from './target-url.ts';
import { worldSchema } from '../world-file/read-world.ts';

const pemFile = (what: string) =>
  z.string().min(1).describe(`${what}: a PEM file, its path relative to this file.`).exactOptional();

const proxyUrl = textThat((text) => {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  const unfilled = unfilledVariable(text);
  if (isUrl || unfilled !== undefined) return unfilled;
  return ['is not the URL of a proxy', 'for instance http://proxy.example.com:8080'];
});

const baseUrl = textThat((text) => {
  const reading = readBaseUrl(text);
  const unfilled = unfilledVariable(text);
  if (reading.ok || unfilled !== undefined) return unfilled;
  return [`is wrong: ${reading.message}`, reading.hint];
}).min(1);

/** Names of headers have no case. */
const headers = z.record(headerName, headerValue).superRefine((all, context) => {
  const seen = new Set<string>();
  for (const name of Object.keys(all)) {
    const isAgain = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    if (!isAgain) continue;
    const params = { hint: 'names of headers have no case', part: 'key' };
    context.addIssue({ code: 'custom', message: 'is here twice', path: [name], params });
  }
});

const httpSchema = z.strictObject({
  headers: headers
    .describe(
      'Headers that every request carries besides the headers of the document; values with "${env:NAME}" are secrets.',
    )
    .exactOptional(),
  proxy: proxyUrl.describe('The URL of an HTTP proxy.').exactOptional(),
  ca: pemFile("Certificates that are trusted instead of the platform's own"),
  cert: pemFile('The client certificate'),
  key: pemFile('The key of the client certificate'),
});

const provocation = z.strictObject({
  header: z
    .tuple([headerName, headerValue])
    .describe('A header, as [name, value], that makes the backend answer with this code.'),
});

export const targetSchema = z
  .strictObject({
    target: baseUrl
      .describe('The base URL of the backend: http or https, with its path prefix. A world file has none.')
      .optional(),
    http: httpSchema.describe('How requests are sent.').optional(),
    dialect: dialectSchema.optional(),
    provoke: z
      .strictObject(
        Object.fromEntries(REFUSAL_CODES.map((code) => [code, provocation.exactOptional()])) as Record<
          RefusalCode,
          z.ZodExactOptional<typeof provocation>
        >,
      )
      .describe('How to provoke refusals that no ordinary request gets, by their code.')
      .optional(),
    extensions: z
      .array(extensionSchema)
      .describe('Members of the request body beyond the document: optional, checked when present.')
      .optional(),
    public: z.boolean().describe('true: the secrets of this file are not secret, and are shown.').optional(),
    run: runSchema.optional(),
    world: worldSchema.describe('Who and what exists behind the target.').optional(),
  })
  .describe('A target file of tagproof; without `target`, a world file.');

export type TargetInput = z.infer<typeof targetSchema>;
export type HttpInput = z.infer<typeof httpSchema>;
