/** What a case sends other than the valid request. */
import { z } from 'zod';
import { STRING_ALTERATIONS } from '../../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../../http/alterations/wire-alterations.ts';
import { BODY_ALTERATIONS } from '../alterations/body-alterations.ts';
import { MEMBER_ALTERATIONS } from '../alterations/member-alterations.ts';
import { PATH_ALTERATIONS } from '../alterations/path-alterations.ts';
import { namesOf } from './schema-parts.ts';

const stringAlteration = z.enum(namesOf(STRING_ALTERATIONS));
const memberAlteration = z.enum(MEMBER_ALTERATIONS);

const anyValue: z.ZodType<unknown> = z
  .unknown()
  .describe('any value; a text that begins with $ is a reference');
const header = z.string().describe('a header of the document or any other');

const headersSchema = z
  .strictObject({
    set: z.record(header, z.string()),
    alter: z.record(header, stringAlteration),
    without: z.array(header),
    repeat: z
      .record(
        header,
        z.union([z.literal('same'), stringAlteration, z.strictObject({ secret: z.string().min(1) })]),
      )
      .describe('a second line: with the same value, an altered one, or the key or token of a name'),
  })
  .partial();

const misplacedValue = z.enum(['$key', '$token', '$game', '$subject.id']);

/** Places that the document does not name for these values. */
const misplaced = z
  .strictObject({
    query: z.record(z.string(), misplacedValue).describe('parameters of the query'),
    body: z.record(z.string(), misplacedValue).describe('further members of the body'),
    cookie: z.record(z.string(), misplacedValue).describe('cookies'),
  })
  .partial()
  .describe('the secret key, the token, the game or the id where the document does not put it');

export const sendSchema = z
  .strictObject({
    set: z.record(z.string(), anyValue).describe('members with these values'),
    alter: z.record(z.string(), memberAlteration).describe('members altered in a named way'),
    without: z.array(z.string()).describe('members that are left out'),
    body: z.enum(namesOf(BODY_ALTERATIONS)).describe('the whole body altered in a named way'),
    text: z.string().describe('the raw text of the body, literal: no reference'),
    base64: z.base64('must be base64').describe('the raw bytes of the body'),
    pad: z
      .union([z.enum(['half', 'double']), z.int().min(1).max(16_777_216)])
      .describe('JSON white space up to half or double the declared size, or to this many bytes'),
    headers: headersSchema,
    method: z.string(),
    path: z.enum(namesOf(PATH_ALTERATIONS)),
    target: z
      .string()
      .regex(/^\//, 'must begin with a slash')
      .describe('path and query below the base URL, literal: no reference'),
    wire: z.enum(namesOf(WIRE_ALTERATIONS)).describe('how the request is put on the wire'),
    misplaced,
  })
  .partial();

export type Send = z.infer<typeof sendSchema>;
