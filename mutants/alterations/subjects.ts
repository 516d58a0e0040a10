/** Altering what is found: the subject of a call, and which of its tags are listed. */
import type { TagItem } from '../../src/spec/envelope.ts';
import type { Resource } from '../../src/spec/endpoints.ts';
import type { Call } from '../../src/judge/rules/call.ts';
import { isArray, type Json } from '../../src/judge/rules/json.ts';
import type { Lookup, Subject } from '../../src/world/world.ts';
import type { Alter } from '../defects/mutant.ts';

/** What a lookup asks for. */
export interface Sought {
  readonly resource: Resource;
  readonly game: string;
  readonly id: string;
}

type Find = (sought: Sought) => Lookup<Subject>;

/** Another subject than the one that was asked for. */
export const findingSubject =
  (alter: (sought: Sought, find: Find, call: Call) => Lookup<Subject>): Alter =>
  (stages) => ({
    ...stages,
    lookup: (resource, game, id, call) =>
      alter(
        { resource, game, id },
        (sought) => stages.lookup(sought.resource, sought.game, sought.id, call),
        call,
      ),
  });

/** A subject without tags, in no game. */
export const untagged = (resource: Resource, id = ''): Subject => ({
  resource,
  id,
  game: '',
  owners: [],
  tags: [],
});

/** The first of several that exists. */
export function firstFound(find: Find, wanted: readonly Sought[]): Lookup<Subject> {
  const found = wanted.map(find);
  return found.find(({ is }) => is === 'present') ?? found[0] ?? { is: 'absent' };
}

/** What a list of tags is made for. */
interface Listing {
  readonly subject: Subject;
  /** tagKeys as it was sent. */
  readonly sent: Json | undefined;
  readonly call: Call;
}

/** Another list than the right one. */
export const listing =
  (alter: (tags: readonly TagItem[], about: Listing) => readonly TagItem[]): Alter =>
  (stages) => ({
    ...stages,
    tags: (subject, sent, options, call) =>
      alter(stages.tags(subject, sent, options, call), { subject, sent, call }),
  });

/** Another list for a call that names tag keys, made of all tags of the subject and the keys. */
export const filtering = (
  alter: (all: readonly TagItem[], keys: readonly string[]) => readonly TagItem[],
): Alter =>
  listing((tags, { subject, sent }) => {
    if (sent === undefined || !isArray(sent) || sent.length === 0 || typeof subject.tags === 'symbol')
      return tags;
    return alter(
      subject.tags,
      sent.filter((key) => typeof key === 'string'),
    );
  });

/** The tags whose keys are among those that a call names. */
export const named = (all: readonly TagItem[], keys: readonly string[]): readonly TagItem[] =>
  all.filter(({ key }) => keys.includes(key));

/** Each tag of a list, altered. */
export const eachTag = (alter: (tag: TagItem) => TagItem): Alter =>
  listing((tags) => tags.map((tag) => alter(tag)));

export const eachKey = (alter: (key: string) => string): Alter =>
  eachTag(({ key, value }) => ({ key: alter(key), value }));

export const eachValue = (alter: (value: string) => string): Alter =>
  eachTag(({ key, value }) => ({ key, value: alter(value) }));

/** Every text of every tag, altered. */
export const eachText = (alter: (text: string) => string): Alter =>
  eachTag(({ key, value }) => ({ key: alter(key), value: alter(value) }));

/** One tag for each sameness: the last one. */
export const oncePer = (sameness: (tag: TagItem) => unknown): Alter =>
  listing((tags) => [...new Map(tags.map((tag) => [sameness(tag), tag])).values()]);
