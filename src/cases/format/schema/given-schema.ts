/** What a case needs of the world: the key, the token and the subject of its request. */
import { z } from 'zod';
import { KEY_LIMITS, KEY_RULES } from '../given/key-traits.ts';
import { ABSENT_SHAPES, ID_ELSEWHERE, NEAR_DUPLICATES } from '../given/subject-ids.ts';
import { SPELLINGS } from '../given/spellings.ts';
import { TAG_SHAPES } from '../given/tag-shapes.ts';
import { namesOf, refusalCode } from './schema-parts.ts';

const secretSpelling = z
  .enum(namesOf(SPELLINGS))
  .describe('how its value is spelled; exact-case: its case counts; exact-end: its last character counts');

const key = z
  .strictObject({
    role: z.literal('other').describe('the role of the other variants'),
    rules: z
      .enum(namesOf(KEY_RULES))
      .describe('own: the rule of the endpoint; other: otherSelfEnable of its resource'),
    game: z.enum(['bound', 'unbound']).describe('whether the key carries a game'),
    limit: z.enum(namesOf(KEY_LIMITS)).describe('a key that declares this limit'),
    spelling: secretSpelling,
    nth: z.int().min(1).describe('the second, third ... plainest key that fits'),
    name: z.string().min(1).describe('the key of this name (world.secretKeys)'),
  })
  .partial();

const tokenSchema = z
  .strictObject({
    of: z.enum(['own', 'another', 'dashboard']).describe('whose token, seen from the subject'),
    state: z.enum(['expired', 'other-game']),
    spelling: secretSpelling,
    nth: z.int().min(1),
    name: z.string().min(1).describe('the token of this name (world.authTokens)'),
  })
  .partial();

const subjectSchema = z
  .strictObject({
    absent: z
      .enum([...namesOf(ABSENT_SHAPES), ...namesOf(ID_ELSEWHERE)])
      .describe('a subject that does not exist: the shape of its id, or where else something has it'),
    tags: z.enum(namesOf(TAG_SHAPES)),
    nearDuplicate: z
      .enum(namesOf(NEAR_DUPLICATES))
      .describe('a subject that is easily mistaken for another one'),
    nth: z.int().min(1),
    game: z.string().describe('of this game (world.games)'),
    id: z.string().describe('exactly this one, whether the world has it or not'),
    same: z
      .literal('id')
      .describe("with the id of the first step's subject: as another kind, or where that one does not exist"),
  })
  .partial();

export const givenSchema = z
  .strictObject({
    key,
    token: tokenSchema,
    subject: subjectSchema,
    game: z.enum(['two', 'one']).describe('two: there are at least two games'),
    provoke: refusalCode.describe('the target declares how this code is provoked'),
    extension: z
      .enum(['number', 'array', 'hashtable'])
      .describe('the target declares a request member of this type'),
    world: z.literal('complete').describe('what the world does not list does not exist'),
    limit: z.literal('requestBytes').describe('the world declares how large a request may be'),
  })
  .partial();

export type Given = z.infer<typeof givenSchema>;
