/** Compares replies to different requests: tags of two games, of tagKeys together and alone, of tagKeys in two orders. */
import { endpointOf } from '../../contract/endpoints.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { finding } from '../../judge/compare/finding.ts';
import { differing } from '../../judge/compare/same-replies.ts';
import { showTags } from '../../judge/compare/show.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Material } from '../generate/material.ts';
import { keysNamed, type Trial } from '../generate/trial.ts';
import type { Found, JudgedRequest } from './compare.ts';

/** What was read; undefined: the request was refused, or nothing has the id. */
function read({ judgement: { envelope } }: JudgedRequest): Envelope | undefined {
  if (envelope?.returnCode !== 'Ok') return undefined;
  return (envelope.payload.errorCode ?? 'Ok') === 'Ok' ? envelope : undefined;
}

/** All envelopes that were read; undefined if some request got none. */
function readAll(judged: readonly JudgedRequest[]): readonly Envelope[] | undefined {
  const all = judged.map(read).filter((each) => each !== undefined);
  return all.length < judged.length ? undefined : all;
}

const same = (a: TagItem, b: TagItem): boolean => a.key === b.key && a.value === b.value;

/** Whether the world says that the subject of a request lacks a tag. */
function lacks(tag: TagItem, { planned: { step } }: JudgedRequest, { facts: { world } }: Material): boolean {
  const { game, id } = step.given;
  const found = world.subject(endpointOf(step.endpoint).resource, game, id);
  if (found.is !== 'present') return found.is === 'absent';
  const { tags } = found.value;
  return tags !== UNKNOWN && !tags.some((each) => same(each, tag));
}

/** A tag that comes in both games, though the world has it in one of them only. */
export function inTwoGames(judged: readonly JudgedRequest[], material: Material): readonly Found[] {
  const [here, there] = judged.map((each) => read(each)?.payload.tags ?? []);
  if (here === undefined || there === undefined) return [];
  const shared = here.filter((tag) => there.some((each) => same(each, tag)));
  const foreign = shared.filter((tag) => judged.some((each) => lacks(tag, each, material)));
  if (foreign.length === 0) return [];
  const requestIndex = judged.findIndex((each) => foreign.some((tag) => lacks(tag, each, material)));
  const found = finding(
    'wrong-tags',
    '1/one-target',
    '',
    'no tag of the same id in another game',
    showTags(foreign),
  );
  return [{ property: 'games', finding: found, requestIndex }];
}

const CLAUSE = '4.3/tag-keys/all-or-filter';

/** A text that stands for itself is written with a second dollar where it begins with one. */
const plainText = (key: string): string => (key.startsWith('$$') ? key.slice(1) : key);

const sorted = (tags: readonly TagItem[]): string =>
  tags
    .map(({ key, value }) => JSON.stringify([key, value]))
    .toSorted()
    .join();

/** Where each key alone gets its own tags and no others, all of them together get all of these. */
export function keysTogether({ steps }: Trial, judged: readonly JudgedRequest[]): readonly Found[] {
  const [all, ...alone] = readAll(judged) ?? [];
  if (all === undefined) return [];
  const filters = alone.every(({ payload: { tags } }, at) => {
    const step = steps[at + 1];
    const [key] = step === undefined ? [] : keysNamed(step);
    return key !== undefined && tags.every((tag) => tag.key === plainText(key));
  });
  const each = alone.flatMap(({ payload }) => payload.tags);
  if (!filters || sorted(each) === sorted(all.payload.tags)) return [];
  const found = finding(
    'differs',
    CLAUSE,
    '',
    `as each key alone: ${showTags(each)}`,
    showTags(all.payload.tags),
  );
  return [{ property: 'union', finding: found, requestIndex: 0 }];
}

/** The same keys in another order get the same tags. */
export function keysInOrder(judged: readonly JudgedRequest[]): readonly Found[] {
  const found = differing(readAll(judged) ?? [], 'tags', CLAUSE);
  return found === undefined
    ? []
    : [{ property: 'key-order', finding: found.finding, requestIndex: found.index }];
}
