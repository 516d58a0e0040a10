/** What the file says of players, characters and groups, and the plain requests deny. */
import { RESOURCE_FACTS } from '../../../spec/endpoints.ts';
import type { TagItem } from '../../../spec/envelope.ts';
import { differingTags } from '../../../judge/compare/match-tags.ts';
import { asAskedSubject } from '../../../cases/cast/subject-role.ts';
import { type DeclaredWorld, IMPLICIT_GAME } from '../../../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../../../world/world.ts';
import { failByTrait, type FaultRow, type Trait } from './fail-by-trait.ts';
import { aboutSubject, isOk, type Inquiry } from './inquiry.ts';

const SUBJECT_TRAITS: readonly Trait<Subject>[] = [
  (subject) => isUntagged(subject),
  ({ tags }) => tags !== UNKNOWN && tags.length > 32,
  ({ tags }) => tags !== UNKNOWN && tags.some(({ key, value }) => /[^ -~]/.test(key + value)),
  ({ tags }) => tags !== UNKNOWN && tags.some(({ value }) => value.length > 1000),
  ({ tags }) => tags !== UNKNOWN && tags.some(({ key }) => /^(?:__proto__|constructor)$/.test(key)),
  ({ id }) => id.startsWith('0'),
  ({ id }) => /^\d+$/.test(id),
  ({ id }) => /\D/.test(id),
  ({ id }) => /^\d+(?:e\d+)?$/.test(id),
  ({ id }) => /[A-Z]/.test(id),
  ({ owners }) => owners !== UNKNOWN && owners.length === 0,
  ({ resource }) => resource === 'characterPlayer',
  ({ resource }) => resource === 'group',
];

const notFoundText = ({ resource, id, game }: Subject): string =>
  `the ${RESOURCE_FACTS[resource].word} ${id}${game === IMPLICIT_GAME ? '' : ` of the game ${game}`} is not found`;

const isUntagged = ({ tags }: Subject): boolean => tags !== UNKNOWN && tags.length === 0;

/** What is lost alone by a common defect: a subject without tags, an id that is read as a number. */
const LOST_ALONE: readonly Trait<Subject>[] = [
  isUntagged,
  ({ id }) => /^0\d*$/.test(id),
  ({ id }) => /^\d+$/.test(id),
];

/** Whether a subject has such a trait, and others of its kind are found, but none with the trait. */
const isLostAlone = (subject: Subject, found: readonly Subject[]): boolean => {
  const ofKind = found.filter(({ resource }) => resource === subject.resource);
  return ofKind.length > 0 && LOST_ALONE.some((trait) => trait(subject) && !ofKind.some(trait));
};

/** Declared subjects that no key finds. */
const missingSubjects: FaultRow = ({ world, inquiries }) => {
  const readings = (subject: Subject): readonly Inquiry[] =>
    aboutSubject(inquiries, asAskedSubject(subject)).filter(
      (each) => isOk(each) && each.asked.origin === 'declared',
    );
  const tried = world.subjects.filter((subject) => readings(subject).length > 0);
  const missing = tried.filter((subject) =>
    readings(subject).every(({ answered }) => answered.kind === 'not-found' && answered.bare),
  );
  const found = tried.filter((subject) => !missing.includes(subject));
  if (failByTrait(missing, found, SUBJECT_TRAITS)) return [];
  return missing
    .filter((subject) => !isLostAlone(subject, found))
    .map((subject) => ({
      about: { list: 'subjects', ...subject } as const,
      message: `${notFoundText(subject)} (${readings(subject)[0]?.name ?? ''})`,
      hint: 'is it of this environment, and is the game of the key the right one?',
    }));
};

/** Whether some declared subject has just these tags: then the backend mistakes the id for that one's. */
const areKnown = (tags: readonly TagItem[], { subjects }: DeclaredWorld): boolean =>
  subjects.some((subject) => subject.tags !== UNKNOWN && !differingTags(subject.tags, tags));

/** Ids that are declared absent, yet have tags of their own, while made-up ids are not found. */
const existingAbsents: FaultRow = ({ world, inquiries }) => {
  const invented = inquiries.some(
    ({ asked, answered }) => asked.origin === 'invented' && answered.kind === 'not-found',
  );
  if (!invented) return [];
  return inquiries.flatMap(({ asked: { origin, subject }, answered }) =>
    origin === 'declared absent' &&
    answered.kind === 'tags' &&
    answered.tags.length > 0 &&
    !areKnown(answered.tags, world)
      ? [
          {
            about: { list: 'absent', ...subject } as const,
            message: `the ${RESOURCE_FACTS[subject.resource].word} ${subject.id} is declared absent, but it has tags`,
            hint: 'has it been created since? Name another id, or none: ids are made up where none is declared',
          },
        ]
      : [],
  );
};

export const SUBJECT_FAULTS: readonly FaultRow[] = [missingSubjects, existingAbsents];
