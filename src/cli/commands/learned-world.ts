/** `tagproof fixtures --from-target`: what a backend answers about the declared entities, as a world file to simulate it by. */
import { parse } from 'yaml';
import { worldFile } from '../../../simulator/control/api/world-file.ts';
import { stateOf, type StoredWorld } from '../../../simulator/world/store.ts';
import { targetFileAt } from '../../config/compiled/compiled-world.ts';
import { isNdjson } from '../../config/target-file/ndjson-world.ts';
import { readSource, type Source } from '../../config/yaml/source.ts';
import { orientTo, paceFor } from '../../connect/known-facts.ts';
import { connect } from '../../connect/connect.ts';
import { ENDPOINTS, RESOURCE_FACTS, RESOURCES } from '../../contract/endpoints.ts';
import { partialDialect } from '../../dialect/dialect.ts';
import { TagproofError } from '../../errors.ts';
import { writeWhole } from '../../file-in-place.ts';
import {
  aboutSubject,
  answersInWords,
  isOk,
  isOwn,
  inquiriesWithKey,
  type Inquiry,
} from '../../run/orientation/inquiry.ts';
import { EVERYONE } from '../../run/orientation/named-by-cases.ts';
import type { Oriented } from '../../run/orientation/orientation.ts';

import { asAskedSubject } from '../../suite/roles/subject-role.ts';
import { fewOf, plural } from '../../text/quantities.ts';
import { oneLine } from '../../text/visible.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { checkNew } from '../io/new-files.ts';

const TIMEOUT_MS = 5000;
/** The game of a file that names none: keys of a served world carry the id of theirs. */
const ONLY_GAME = 'my-game';

/** What could not be learned, by the reason. */
type Gaps = Map<string, string[]>;

function note(gaps: Gaps, why: string, what: string): void {
  gaps.set(why, [...(gaps.get(why) ?? []), what]);
}

const idOf = (game: string): string => (game === IMPLICIT_GAME ? ONLY_GAME : game);

/** The rules that a key was seen to have; of its role, those that no request showed are gaps. */
function rulesOf(key: SecretKey, inquiries: readonly Inquiry[], gaps: Gaps): ReadonlySet<string> {
  if (key.rules !== UNKNOWN) return key.rules;
  for (const { id, role, rule } of ENDPOINTS)
    if (role === key.role && holdsRule(key, rule) === UNKNOWN)
      note(gaps, 'no request showed whether it may use them', `${id} with the key ${key.name}`);
  const others = inquiriesWithKey(inquiries, key.name).filter(
    (each) => isOk(each) && each.asked.token !== undefined && !isOwn(each),
  );
  return new Set([...(key.someRules?.held ?? []), ...others.map(({ asked }) => asked.endpoint.otherRule)]);
}

/** Why the tags of an entity are not in the file; undefined: they are. */
function whyUnknown(
  subject: Subject,
  inquiries: readonly Inquiry[],
  mask: (text: string) => string,
): string | undefined {
  if (subject.tags === UNKNOWN) {
    const about = aboutSubject(inquiries, asAskedSubject(subject));
    if (about.length === 0) return 'no declared key, or key and token, may ask';
    return about.some(({ answered }) => answered.kind === 'tags')
      ? 'the tags hold a secret, are too many (2,000, or 256 kB), or came otherwise in another reply'
      : `answered with ${answersInWords(about)}`;
  }
  const texts = subject.tags.flatMap(({ key, value }) => [key, value]);
  if (texts.some((text) => text.includes('${env:'))) return 'a tag reads like an environment variable';
  if (texts.some((text) => /\p{Surrogate}/u.test(text))) return 'a tag holds half of a surrogate pair';
  return texts.some((text) => mask(text) !== text) ? 'a tag holds a secret' : undefined;
}

/** What was learned as a world in which nothing is unknown, but tags that could not be read. */
function servedWorld(
  { world, inquiries }: Oriented,
  mask: (text: string) => string,
  gaps: Gaps,
): StoredWorld {
  const subjects = world.subjects.map((subject): Subject => {
    const { resource, id, game, tags } = subject;
    const why = whyUnknown(subject, inquiries, mask);
    if (why !== undefined) note(gaps, why, `${resource} ${id}`);
    return { ...subject, game: idOf(game), tags: why === undefined ? tags : UNKNOWN };
  });
  const keys = world.secretKeys.filter(({ name, role }) => {
    if (role === UNKNOWN) note(gaps, 'no reply showed its role, so it is left out', `the key ${name}`);
    return role !== UNKNOWN;
  });
  return {
    limits: world.limits,
    games: world.games.map(idOf),
    subjects,
    secretKeys: keys.map((key) => ({
      ...key,
      game: typeof key.game === 'string' ? idOf(key.game) : null,
      rules: rulesOf(key, inquiries, gaps),
    })),
    authTokens: world.authTokens.map((token) => {
      const { holder } = token;
      return holder.kind === 'player' ? { ...token, holder: { ...holder, game: idOf(holder.game) } } : token;
    }),
  };
}

/** What a target file says besides its world, as it says it: variables stay variables. */
function besidesWorld({ file, text }: Source): string {
  const document = parse(isNdjson(file) ? (text.split('\n', 1)[0] ?? '') : text) as Record<string, unknown>;
  return ['dialect', 'extensions', 'provoke']
    .flatMap((key) => (document[key] ? `${key}: ${JSON.stringify(document[key])}\n` : []))
    .join('');
}

const gapLines = (gaps: Gaps): string =>
  [...gaps].map(([why, all]) => `not learned: ${oneLine(`${fewOf(all)}: ${why}`)}\n`).join('');

/** `24 players, 23 characters, 24 groups, 1310 tags`: those whose tags are known. */
function countsOf({ subjects }: StoredWorld): string {
  const read = subjects.filter(({ tags }) => tags !== UNKNOWN);
  const kinds = RESOURCES.map((resource) =>
    plural(read.filter((each) => each.resource === resource).length, RESOURCE_FACTS[resource].word),
  );
  const tags = read.reduce((sum, each) => sum + (each.tags === UNKNOWN ? 0 : each.tags.length), 0);
  return [...kinds, plural(tags, 'tag')].join(', ');
}

/** Writes a world file with what the target answers about the entities that its file declares. */
export async function learnedWorldCommand(
  from: string,
  out: string,
  options: CommandOptions<'fixtures'>,
  io: Io,
): Promise<Exit> {
  if (!/\.ya?ml$/i.test(out))
    throw new TagproofError('usage', `--out ${out}: what is learned is written as YAML\nname a .yaml file`);
  if (options.force !== true) checkNew(out, 'add --force to replace it');
  const file = await targetFileAt(from, io.env);
  const { world, secrets, target: url } = file;
  if (url === undefined)
    throw new TagproofError('usage', `--from-target ${from}: it names no target\nadd target: URL to it`);
  const lacks = world.subjects.length === 0 ? 'player, character or group' : 'secret key';
  if (world.subjects.length === 0 || world.secretKeys.length === 0)
    throw new TagproofError(
      'usage',
      `--from-target ${from}: it declares no ${lacks}, so there is nothing to ask for\nadd under world: secretKeys, and of gamePlayers, characterPlayers or groups the ids to ask for`,
    );
  const target = await connect(
    { file, url, dialect: partialDialect(file.dialectAnswers) },
    { timeoutMs: TIMEOUT_MS },
  );
  try {
    io.warn(target.warnings);
    const signal = io.interruptSignal();
    const say = (progress: string): unknown => io.err.isTerminal && io.err.writeStyled(`\r${progress}`);
    const named = { ...EVERYONE, most: Number.POSITIVE_INFINITY };
    const pace = paceFor(target, {}, signal);
    const oriented = await orientTo(target, options, signal, pace, say, named).finally(() =>
      say('\u001B[K\r'),
    );
    if (signal.aborted) return EXIT.interrupted;
    const gaps: Gaps = new Map();
    const { mask } = target.redaction;
    const served = servedWorld(oriented, mask, gaps);
    const hidden = secrets.map((secret) => ({ ...secret, public: false }));
    const text = [
      '# Learned from a backend by tagproof fixtures --from-target.\n',
      besidesWorld(readSource(from)),
      ...worldFile(stateOf(served, hidden), 'yaml'),
    ].join('');
    writeWhole(out, text);
    const unset = hidden.flatMap(({ envName }) =>
      text.includes(`\${env:${envName}}`) && io.env[envName] === undefined ? envName : [],
    );
    const first = unset.length === 0 ? '' : `, with ${fewOf(unset)} set`;
    io.out.write(
      `${mask(gapLines(gaps))}${out}: ${countsOf(served)} learned from ${target.name}\nserve it: tagproof simulate --world ${out}${first}\n`,
    );
    return EXIT.ok;
  } finally {
    await target.close();
  }
}
