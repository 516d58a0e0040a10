/** From the command line and the world file to what a simulator is made of. */
import { consolePages } from '../../../simulator/console/console-pages.ts';
import type { ControlledOptions } from '../../../simulator/control/controlled-simulator.ts';
import { readAnswer } from '../../../simulator/control/choices.ts';
import { reordered } from '../../../simulator/answer/decide/reordered.ts';
import {
  FORMATS,
  type FormatName,
  type ReplyFormat,
} from '../../../simulator/answer/write/reply-formatting.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { TagproofError } from '../../base/errors.ts';
import { RULEBOOK } from '../../judge/rules/rulebook.ts';
import type { Io } from '../io/io.ts';
import type { SimulateOptions } from '../options/command-register.ts';

/** Reads `--dialect question=option`, or `question@place=option` for one resource or endpoint. */
export function setAnswer(text: string): Answer {
  const [name = '', ...rest] = text.split('=');
  const read = readAnswer(name, rest.join('='));
  if (typeof read !== 'string') return read;
  throw new TagproofError('usage', `--dialect ${text}: ${read.replace('; ', '\n')}`);
}

/** All the formats that are named, as one. */
export function replyFormatOf(names: readonly string[] = []): ReplyFormat {
  const unknown = names.find((name) => !Object.hasOwn(FORMATS, name));
  if (unknown === undefined) return Object.assign({}, ...names.map((name) => FORMATS[name as FormatName]));
  throw new TagproofError(
    'usage',
    `--format ${unknown}: unknown name\none of: ${Object.keys(FORMATS).join(', ')}`,
  );
}

const isAnswer = (text: string): boolean => text.includes('=');

/** What `--dialect` answers by itself. */
export const setAnswers = ({ dialect = [] }: SimulateOptions): readonly Answer[] =>
  dialect.filter(isAnswer).map(setAnswer);

/** The files that `--dialect` names. */
export const dialectFiles = ({ dialect = [] }: SimulateOptions): readonly string[] =>
  dialect.filter((text) => !isAnswer(text));

/** What is read before a simulator is made: the world file, and the answers of the dialect file. */
interface SimulatorFiles {
  readonly file: TargetFile;
  /** Empty without `--dialect`. */
  readonly dialect: readonly Answer[];
}

/** Where to put a token that a list of processes must not show. */
export const TOKEN_VARIABLE = 'TAGPROOF_CONTROL_TOKEN';

const TOKEN = /^[\x21-\x7e]{16,200}$/;

/** The token that the user gave: long enough not to be guessed, of characters that a header can carry. Its text is not quoted. */
export function givenToken({ env }: Pick<Io, 'env'>): string | undefined {
  const given = env[TOKEN_VARIABLE];
  if (given === undefined || TOKEN.test(given)) return given;
  throw new TagproofError(
    'usage',
    `${TOKEN_VARIABLE} must have 16 to 200 visible characters of ASCII, without blanks\nunset it, and one is generated`,
  );
}

/**
 * The choices that the files and the command line make; they are made again where a file is read again. Where the document is
 * silent, what is set counts before the dialect file, and that before the world file.
 */
export const simulatorChoices = (
  { file, dialect }: SimulatorFiles,
  options: SimulateOptions,
): Required<Pick<ControlledOptions, 'answers' | 'extensions' | 'provoke'>> => ({
  answers: [...file.dialectAnswers, ...dialect, ...setAnswers(options)],
  extensions: file.extensions,
  provoke: file.provoke,
});

export function controlledOptions(
  options: SimulateOptions,
  files: SimulatorFiles,
  io: Io,
  log: (line: string) => void,
): ControlledOptions {
  return {
    world: files.file.world,
    secrets: files.file.secrets,
    ...simulatorChoices(files, options),
    format: replyFormatOf(options.format),
    ...(options.seed !== undefined && { rules: reordered(RULEBOOK, options.seed) }),
    control: options.control && {
      token: givenToken(io),
      hosts: options.controlHost ?? [],
      pages: consolePages('simulator'),
    },
    corsOrigins: options.corsOrigin ?? [],
    faultHeader: options.faultHeader === true,
    log,
  };
}
