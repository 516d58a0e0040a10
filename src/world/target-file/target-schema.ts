/** The schema of target and world files. No transforms: a JSON Schema for editors is made of it. */
import { z } from 'zod';
import { dialectSchema } from './dialect.ts';
import { extensionSchema } from './extensions.ts';
import { provokeSchema } from './provocations.ts';
import { worldSchema } from '../world-file/read-world.ts';

const fileText = (what: string): z.ZodString =>
  z.string().min(1).describe(`${what}: a PEM file, its path relative to this file.`);

const httpSchema = z.strictObject({
  headers: z
    .record(z.string(), z.string())

    .describe(
      'Headers that every request carries besides those of the document; values with "${env:NAME}" are secrets.',
    )
    .optional(),
  proxy: z.string().min(1).describe('The URL of an HTTP proxy.').optional(),
  ca: fileText("Certificates that are trusted instead of the platform's own").optional(),
  cert: fileText('The client certificate').optional(),
  key: fileText('The key of the client certificate').optional(),
});

export const targetSchema = z
  .strictObject({
    target: z
      .string()
      .min(1)

      .describe('The base URL of the backend: http or https, with its path prefix. A world file has none.')
      .optional(),
    http: httpSchema.describe('How requests are sent.').optional(),
    dialect: dialectSchema.optional(),
    provoke: provokeSchema

      .describe('How to provoke refusals that no ordinary request gets, by their code.')
      .optional(),
    extensions: z
      .array(extensionSchema)

      .describe('Members of the request body beyond the document: optional, checked when present.')
      .optional(),
    public: z.boolean().describe('true: the secrets of this file are not secret, and are shown.').optional(),
    world: worldSchema.describe('Who and what exists behind the target.').optional(),
  })
  .describe('A target file of tagproof; without `target`, a world file.');

export type TargetInput = z.infer<typeof targetSchema>;
export type HttpInput = z.infer<typeof httpSchema>;
