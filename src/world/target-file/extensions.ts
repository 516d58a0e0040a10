/** `extensions:` of a target file: request members that a backend has beyond the document. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { MEMBERS, type Extension } from '../../spec/members.ts';
import { textThat } from '../world-file/checked-texts.ts';
import type { Complain } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';

const endpoint = z.enum(ENDPOINT_IDS);
const memberName = textThat((name) =>
  name === '__proto__' ? ['can not be "__proto__": it can not be sent as a member'] : undefined,
).min(1);
const bounds = (number = z.int().min(0) as z.ZodNumber) => ({
  on: z
    .union([endpoint, z.literal('all'), z.array(endpoint)])
    .describe('The endpoints that have the member: one, a list, or all.'),
  member: memberName.describe('The name of the member.'),
  min: number.describe('The least that is allowed.').exactOptional(),
  max: number.describe('The most that is allowed.').exactOptional(),
});

export const extensionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('string'), ...bounds() }),
  z.strictObject({
    type: z.literal('number'),
    ...bounds(z.number()),
    int: z.boolean().describe('true: a whole number.').exactOptional(),
  }),
  z.strictObject({
    type: z.literal('array'),
    ...bounds(),
    of: z.enum(['string', 'any']).describe('What its items are; left out: anything.').exactOptional(),
  }),
  z.strictObject({ type: z.literal('hashtable'), ...bounds() }),
]);

/** The extensions as members of the contract's kind, one per endpoint. */
export function extensionsOf(
  inputs: readonly z.infer<typeof extensionSchema>[] = [],
  complain: Complain,
): readonly Extension[] {
  const seen = new Map<string, YamlPath>();
  return inputs.flatMap(({ on: named, member, ...bare }, index) => {
    const path = ['extensions', index];
    const name = JSON.stringify(member);
    const { min = -Infinity, max = Infinity } = bare;
    if (min > max) complain([...path, 'max'], `max ${max} is less than min ${min}`);
    return (named === 'all' ? ENDPOINT_IDS : [named].flat()).map((on) => {
      if (MEMBERS.get(on)?.some((spec) => spec.member === member) === true)
        complain(
          [...path, 'member'],
          `the document itself has a member ${name} on ${on}`,
          'extensions are other members',
        );
      const twice = `the member ${name} is declared twice on ${on}`;
      const first = seen.get(`${on} ${member}`);
      if (first === undefined) seen.set(`${on} ${member}`, [...path, 'member']);
      else complain([...path, 'member'], twice, 'leave one of them out', 'value', first);
      const shape =
        bare.type === 'string'
          ? { min: 0, max: Number.MAX_SAFE_INTEGER, ...bare }
          : bare.type === 'array'
            ? { of: 'any' as const, ...bare }
            : bare;
      return { on, member, shape };
    });
  });
}
