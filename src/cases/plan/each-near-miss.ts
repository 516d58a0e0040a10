/** The requests of a step that sends one for each near miss of a header or a member (`each`). */
import { GAME_ID } from '../../spec/headers.ts';
import {
  NEAR_MISS_KINDS,
  TRIMMED_IN_HEADERS,
  type ControlNearMissName,
  type NearMissName,
} from '../../http/alterations/near-misses.ts';
import { nearMiss, type Making } from '../../http/alterations/near-miss-making.ts';
import { isStringAlteration } from '../../http/alterations/string-alterations.ts';
import { secretReadings } from '../../judge/expect/altered-secret.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import { isArray, type Json } from '../../judge/rules/json.ts';
import { gameInOtherCase } from '../../judge/rules/subject-of.ts';
import type { Each } from '../format/schema/case-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { Roles } from '../planned.ts';
import { ELEMENT, resolveHeaderValue, resolveName, resolveValue } from '../format/references.ts';
import type { Need } from '../cast/wish.ts';
import type { Instance } from '../format/instance.ts';
import { joinedParts } from '../format/merged.ts';
import { ofHeader, sameName } from './altered-request.ts';
import type { VariedRequest, Variations } from './vary.ts';

type NearMissRow = readonly [name: NearMissName | ControlNearMissName, making: Making];

let segmenter: Intl.Segmenter | undefined;

/** How many characters a reader of the text sees (UAX 29). Asks no segmenter for plain ASCII: it is slow, and takes some milliseconds to make. */
function graphemes(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].length;
}

const FITS_LENGTH: Record<NonNullable<Each['length']>, (near: string, value: string) => boolean> = {
  same: (near, value) => near.length === value.length,
  // Counts graphemes, too: for a backend that counts those, one more accent does not make a text longer.
  longer: (near, value) => near.length > value.length && graphemes(near) > graphemes(value),
  'same-graphemes': (near, value) => near.length > value.length && graphemes(near) <= graphemes(value),
  shorter: (near, value) => near.length < value.length,
};

function nearMissRows({ near }: Each): readonly NearMissRow[] {
  const kinds = Array.isArray(near) ? near : [near];
  return kinds.flatMap((kind) => Object.entries(NEAR_MISS_KINDS[kind]) as unknown as readonly NearMissRow[]);
}

const textIfAny = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The text that is altered; undefined: a secret, which the wire alone knows. */
function alteredText({ header, member = '' }: Each, send: Send, roles: Roles): string | undefined {
  if (header !== undefined) {
    const written = ofHeader(send.headers?.set ?? {}, header);
    const value = written === undefined ? undefined : resolveHeaderValue(written, roles);
    return typeof value === 'string' ? value : undefined;
  }
  const [, list, at] = ELEMENT.exec(member) ?? [];
  const written = send.set?.[list ?? member];
  const set = written === undefined ? undefined : resolveValue(written, roles);
  if (at !== undefined) return set !== undefined && isArray(set) ? textIfAny(set[Number(at)]) : undefined;
  return set === undefined && resolveName(member, roles) === roles.endpoint.idMember
    ? roles.subject.id
    : textIfAny(set);
}

/** Whether the near miss happens to be the name of something else: then it would mean that. */
function isTaken(near: string, { header, member = '' }: Each, roles: Roles, world: DeclaredWorld): boolean {
  if (header !== undefined)
    return (
      sameName(header, GAME_ID) && (world.games.includes(near) || gameInOtherCase(world, near) !== undefined)
    );
  const { resource, game, exists } = roles.subject;
  if (resolveName(member, roles) === roles.endpoint.idMember)
    return world.subject(resource, game, near).is === 'present';
  return exists !== undefined && exists.tags !== UNKNOWN && exists.tags.some(({ key }) => key === near);
}

function alteration({ header, member = '' }: Each, name: NearMissRow[0]): Send {
  return header === undefined
    ? { alter: { [member]: name } }
    : { headers: { alter: { [header]: name as NearMissName } } };
}

/** Whether the backend may see the secret itself: HTTP or middleware for authentication undoes what is altered. */
const maybeUndone = (name: NearMissRow[0]): boolean =>
  isStringAlteration(name) && secretReadings('other', name).some(({ kept }) => kept);
const TAKEN_FROM_HEADERS: ReadonlySet<NearMissRow[0]> = new Set(TRIMMED_IN_HEADERS);

/**
 * A request for each row of the table that fits, or of those that the instance names; of near misses that come to the same text, the first stands for all. An
 * empty text is no near miss: what it means is another question.
 */
export function eachNearMiss(
  each: Each,
  send: Send,
  chosen: Roles,
  world: DeclaredWorld,
  wanted: Instance['nearMisses'],
): Variations | Need {
  const value = alteredText(each, send, chosen);
  const met = new Set<string>();
  const variations: VariedRequest[] = [];
  for (const [name, making] of nearMissRows(each)) {
    if (wanted?.has(name) === false) continue;
    if (each.header !== undefined && TAKEN_FROM_HEADERS.has(name)) continue;
    const near = value === undefined ? undefined : nearMiss(making, value);
    if (value === undefined || near === undefined) {
      if (maybeUndone(name)) continue;
    } else {
      const fits = each.length === undefined || FITS_LENGTH[each.length](near, value);
      if (!fits || near === '' || met.has(near) || isTaken(near, each, chosen, world)) continue;
      met.add(near);
    }
    variations.push({ roles: chosen, send: joinedParts(send, alteration(each, name)), varied: name });
  }
  return variations.length === 0 ? { need: 'a value that has near misses' } : { variations };
}
