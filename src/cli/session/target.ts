/** From --target and --world to something that a suite can be run against. */
import { connect, inWorldOf, type OpenTarget, type ReadTarget } from '../../library/connect/connect.ts';
import type { Io } from '../io/io.ts';
import type { TargetWords } from '../options/option-register.ts';
import { SIMULATOR, TARGET_FILE } from '../options/values.ts';
import { partialDialect, completeDialect } from '../../spec/dialect/dialect.ts';
import { TagproofError } from '../../base/errors.ts';
import { targetFileAt } from '../../world/compiled/compiled-world.ts';
import { bareTarget, type TargetFile } from '../../world/target-file/target-file.ts';
import { baseUrlIn, looksLikeUrl } from '../../world/target-file/target-url.ts';
import { worldNamed } from '../../base/package-paths.ts';
import { CONFORMANCE } from '../../base/package-root.ts';

type NamedTarget = Pick<TargetWords, 'target' | 'world'> & { readonly maxTime?: number | undefined };

/** Whether the embedded simulator is meant. */
const isSimulated = ({ target = SIMULATOR }: NamedTarget): boolean => target === SIMULATOR;

/** The target's file, its world replaced by that of --world. */
export async function targetFile(words: NamedTarget, env: Io['env']): Promise<TargetFile> {
  const { target, world, maxTime } = words;
  if (target === undefined || isSimulated(words))
    return targetFileAt(worldNamed(world ?? CONFORMANCE), env, maxTime);
  const isUrl = looksLikeUrl(target);
  const file = isUrl ? bareTarget(baseUrlIn('target', target)) : await targetFileAt(target, env, maxTime);
  return world === undefined ? file : inWorldOf(file, await targetFileAt(worldNamed(world), env, maxTime));
}

/** A world file only says what exists: a run that ignored the URL in it would show nothing about that backend. */
function refuseTargetOfWorld({ world }: NamedTarget, { target }: TargetFile): void {
  if (world === undefined || target === undefined) return;
  throw new TagproofError(
    'usage',
    `--world ${world}: this file names the target ${target.origin}${target.pathname}, which --world does not use\ngive --target ${world} to reach it, or take target: out of the file to use the embedded simulator`,
  );
}

/** Reads what --target and --world name; rejects where that is not a target. */
export async function readTarget(words: NamedTarget, env: Io['env']): Promise<ReadTarget> {
  const file = await targetFile(words, env);
  if (isSimulated(words)) return { file, url: undefined, dialect: completeDialect(file.dialectAnswers) };
  if (file.target !== undefined)
    return { file, url: file.target, dialect: partialDialect(file.dialectAnswers) };
  throw new TagproofError(
    'usage',
    `${words.target}: this file names no target\nadd target: URL to it; without one it is a world file, for --world beside a URL`,
  );
}

/** Reads what a command is to send to; rejects where --world names a target that would be left aside. */
export async function readTargetToReach(words: NamedTarget, env: Io['env']): Promise<ReadTarget> {
  const read = await readTarget(words, env);
  if (isSimulated(words)) refuseTargetOfWorld(words, read.file);
  return read;
}

/** The file to add declarations to; undefined where the world is the package's own or only a URL is given. */
function worldFileOf(words: NamedTarget): string | undefined {
  const { target = '', world } = words;
  if (world !== undefined) return worldNamed(world);
  return isSimulated(words) || looksLikeUrl(target) ? undefined : target;
}

/** Opens the target, `read` where that is done already; without one, the embedded simulator is started, as a rule in a thread of its own. */
export async function openTarget(
  options: TargetWords,
  io: Io,
  { read, ownThread = true }: { readonly read?: ReadTarget | undefined; readonly ownThread?: boolean } = {},
): Promise<OpenTarget> {
  const { timeout: timeoutMs } = options;
  const worldFile = worldFileOf(options);
  const words = { timeoutMs, worldFile, ownThread };
  const target = await connect(read ?? (await readTargetToReach(options, io.env)), words);
  // The user need not have named it, so reports say which it is.
  return options.target === TARGET_FILE ? { ...target, name: `${target.name} (${TARGET_FILE})` } : target;
}
