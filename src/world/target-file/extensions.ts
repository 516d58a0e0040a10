/** `extensions:` of a target file: request members that a backend has beyond the document. */
import { z } from 'zod';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import { MEMBERS, type Extension, type MemberShape } from '../../spec/members.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/located.ts';

const endpoint = z.enum(ENDPOINT_IDS);
const named = z.strictObject({
  on: z
    .union([endpoint, z.literal('all'), z.array(endpoint)])
    .describe('The endpoints that have the member: one, a list, or all.'),
  member: z.string().min(1).describe('The name of the member.'),
});
const count = (what: string): z.ZodOptional<z.ZodInt> => z.int().min(0).describe(what).optional();

export const extensionSchema = z.discriminatedUnion('type', [
  named.extend({
    type: z.literal('string'),
    min: count('The fewest characters.'),
    max: count('The most characters.'),
  }),
  named.extend({
    type: z.literal('number'),
    min: z.number().describe('The least value.').optional(),
    max: z.number().describe('The greatest value.').optional(),
    int: z.boolean().describe('true: a whole number.').optional(),
  }),
  named.extend({
    type: z.literal('array'),
    of: z.enum(['string', 'any']).describe('What its items are; left out: anything.').optional(),
    min: count('The fewest items.'),
    max: count('The most items.'),
  }),
  named.extend({
    type: z.literal('hashtable'),
    min: count('The fewest entries.'),
    max: count('The most entries.'),
  }),
]);

type ExtensionInput = z.infer<typeof extensionSchema>;

function shapeOf(input: ExtensionInput): MemberShape {
  const { type, min, max } = input;
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  switch (type) {
    case 'string':
      return { type, min: 0, max: Number.MAX_SAFE_INTEGER, ...bounds };
    case 'number':
      return { type, ...bounds, ...(input.int !== undefined && { int: input.int }) };
    case 'array':
      return { type, of: input.of ?? 'any', ...bounds };
    case 'hashtable':
      return { type, ...bounds };
  }
}

function endpointsOf(on: ExtensionInput['on']): readonly EndpointId[] {
  if (on === 'all') return ENDPOINT_IDS;
  return typeof on === 'string' ? [on] : on;
}

function checkMember(
  on: EndpointId,
  member: string,
  path: YamlPath,
  seen: Set<string>,
  complain: Complain,
): void {
  const place = [...path, 'member'];
  if (MEMBERS.get(on)?.some((spec) => spec.member === member) === true) {
    complain(
      place,
      `the document itself has a member ${JSON.stringify(member)} on ${on}`,
      'extensions are other members',
    );
  }
  if (member === '__proto__') complain(place, 'a member "__proto__" can not be sent as a member');
  if (seen.has(`${on} ${member}`))
    complain(place, `the member ${JSON.stringify(member)} is declared twice on ${on}`);
  seen.add(`${on} ${member}`);
}

/** The extensions as members of the contract's kind, one per endpoint. */
export function extensionsOf(
  inputs: readonly ExtensionInput[] | undefined,
  complain: Complain,
): readonly Extension[] {
  const seen = new Set<string>();
  return (inputs ?? []).flatMap((input, index) => {
    const path = ['extensions', index];
    const { min, max, member } = input;
    if (min !== undefined && max !== undefined && min > max)
      complain([...path, 'max'], `max ${max} is less than min ${min}`);
    return endpointsOf(input.on).map((on) => {
      checkMember(on, member, path, seen, complain);
      return { on, member, shape: shapeOf(input) };
    });
  });
}
