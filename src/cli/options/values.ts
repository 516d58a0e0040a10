/** How the texts of options are read, each refused with what it may be. */
import { InvalidArgumentError } from 'commander';
import { TagproofError } from '../../base/errors.ts';
import { fileTrouble, statIfThere } from '../../base/file-trouble.ts';
import { CONFORMANCE } from '../../base/package-root.ts';
import { didYouMean, suggest } from '../../base/text/nearest.ts';
import { percentageOf } from '../../base/text/quantities.ts';
import { reportNamed, type WantedReport } from '../../world/target-file/report-word.ts';
import { baseUrlIn, looksLikeUrl } from '../../world/target-file/target-url.ts';

/** Any text as it is. */
export const anyText = (text: string): string => text;

/** An empty text is what a shell makes of a variable that is not set: as a path it would mean the current folder. */
export function notEmpty(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty; name something, or leave it out.');
}

/** A path that is there, or one of these words. Throws where a word was probably meant. */
function pathOr(text: string, ...words: readonly string[]): string {
  const isThere = words.includes(text) || statIfThere(notEmpty(text), 'read') !== undefined;
  const meant = isThere ? undefined : didYouMean(text, words);
  if (meant === undefined) return text;
  throw new TagproofError('usage', `${text}: there is no such file\n${meant}`);
}

/** A name or a glob: one for each time that its option is given. */
export function glob(text: string): string {
  const [first = '', ...more] = text.split(',');
  if (more.length === 0) return notEmpty(text);
  throw new InvalidArgumentError(`Give the option for each name: ${first} first, then ${more.join(', ')}.`);
}

/** The path of a file that is read: it is there. */
export function fileToRead(path: string): string {
  if (statIfThere(notEmpty(path), 'read') !== undefined) return path;
  throw fileTrouble(path, Object.assign(new Error('missing'), { code: 'ENOENT' }), 'read');
}

/** A world file, or the word for the world of the suite. */
export const worldWord = (text: string): string =>
  text === CONFORMANCE ? text : fileToRead(pathOr(text, CONFORMANCE));

/** The word for the suite that comes with tagproof, beside paths of the user's own. */
export const SHIPPED = 'shipped';

/** The path of a suite file or of a folder, or the word for the shipped suite. */
export const suiteWord = (text: string): string => pathOr(text, SHIPPED);

/** What the document leaves open: an answer, `question=option`, also with a colon, or the path of a file that has some. */
export function answerOrFile(text: string): string {
  if (text.includes('=')) return text;
  if (/[/\\]|\.(?:ya?ml|json)$/.test(text) || statIfThere(notEmpty(text), 'read') !== undefined)
    return fileToRead(text);
  if (text.includes(':')) return text.replace(':', '=');
  throw new InvalidArgumentError(
    `It is an answer, question=option, or a file: tagproof explain ${text} lists the options of a question.`,
  );
}

/** The word for the simulator in place of a target. */
export const SIMULATOR = 'simulator';

/** The target file that is found in the folder where a command runs. */
export const TARGET_FILE = 'tagproof.yaml';

/** What is a URL but for its beginning. */
const HOST_NAME = /^(?:https?:\/?(?!\/))?(?:localhost|(?:\d+\.){3}\d+|[\w.-]+(?=:\d))(?::\d+)?(?:\/|$)/;

/** What to name, where a word is neither a file nor a URL. */
const TARGETS_NAMED = `name a target file, a URL such as http://127.0.0.1:8080, or ${SIMULATOR}; --only chooses cases`;
const SIDES_NAMED = `name the record of a run (run -o record.ndjson writes one), a target file, a URL, or ${SIMULATOR}`;

/** A base URL, the path of a target file, or `simulator`. What may be a secret in a URL is not shown. */
export const targetWord = (text: string): string => checkedWord(text, 'target', TARGETS_NAMED);

/** The same, or the path of a record: a side of a comparison. */
export const sideWord = (text: string): string => checkedWord(text, 'compare', SIDES_NAMED);

function checkedWord(text: string, what: string, instead: string): string {
  if (looksLikeUrl(text)) baseUrlIn('target', text);
  else if (/\.ya?ml$/.test(text)) fileToRead(text);
  else if (pathOr(text, SIMULATOR) !== SIMULATOR && statIfThere(text, 'read') === undefined)
    throw new TagproofError(
      'usage',
      `${what} ${text}: there is no such file, and it is not a URL\n${
        HOST_NAME.test(text)
          ? `did you mean "${/^https?:/.test(text) ? text.replace(/:\/?/, '://') : `http://${text}`}"?`
          : instead
      }`,
    );
  return text;
}

function numberFrom(text: string): number {
  return /^[0-9]+(\.[0-9]+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** A whole number within bounds; `or`: what else the option takes. */
export function wholeNumber(min: number, max: number, or = ''): (text: string) => number {
  return (text) => {
    const value = numberFrom(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}${or}.`);
  };
}

/** A port. A file in its place is most likely a world. */
export const portNumber = (text: string): number =>
  wholeNumber(0, 65_535, /\.(?:ya?ml|json)$/.test(text) ? '; a world is named by --world FILE' : '')(text);

/** A whole number from 1 on, or `auto`. */
export function numberOrAuto(max: number): (text: string) => number | 'auto' {
  const read = wholeNumber(1, max, ', or auto');
  return (text) => (text === 'auto' ? text : read(text));
}

/** A rate in requests per second. */
export function rate(text: string): number {
  const value = numberFrom(text);
  if (value > 0 && value <= 1_000_000) return value;
  throw new InvalidArgumentError('It is a number of requests per second, above 0.');
}

/** The greatest number that seeds a run. */
export const MAX_SEED = 2 ** 31 - 1;

/** `95` or `95%`. A share such as 0.9 would pass nearly every run: it is asked about. */
export function percentage(text: string): number {
  const share = numberFrom(text);
  if (share > 0 && share <= 1)
    throw new InvalidArgumentError(`Do you mean ${Number((share * 100).toFixed(6))}%? Else write ${share}%.`);
  const value = percentageOf(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('It is a percentage above 0 and at most 100, for instance 95%.');
}

/** One of these words. */
export function oneOf<const W extends string>(...known: readonly W[]): (text: string) => W {
  return (text) => {
    const word = known.find((each) => each === text);
    if (word !== undefined) return word;
    const meant = suggest(text, known, 'It is one of') ?? '';
    throw new InvalidArgumentError(meant.replace(/^d/, 'D'));
  };
}

/** Some of these words, joined by commas or blanks. */
export function someOf<const W extends string>(...known: readonly W[]): (text: string) => readonly W[] {
  const read = oneOf(...known);
  return (text) =>
    text
      .trim()
      .split(/\s*[\s,]\s*/)
      .map(read);
}

const UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);
const MAX_MS = 24 * 60 * 60_000;

/**
 * The milliseconds of a time with its unit: `500ms`, `5s`, `2m`. A bare number is refused: tools disagree on what it means, and a
 * limit that is a thousand times too short fails every request.
 */
export function duration(given: string): number {
  const [, count = '', unit] = /^(\d+(?:\.\d+)?)(?: ?(ms|s|m))?$/.exec(given.trim()) ?? [];
  if (unit === undefined && Number(count) > 0)
    throw new InvalidArgumentError(
      `It needs a unit: ${count}s for seconds, or ${count}ms, or ${count}m for minutes.`,
    );
  const ms = Number(count) * (UNITS.get(unit ?? '') ?? Number.NaN);
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new InvalidArgumentError('It is a time from 1ms to 1440m, for instance 500ms, 5s or 2m.');
}

/** The address of `--host`. An empty one would listen on every interface of the machine, unasked. */
export function hostName(text: string): string {
  if (/^[^\s/?#@]+$/.test(text) && !/^[a-z]+:\/\//i.test(text)) return text;
  throw new InvalidArgumentError(
    'It is an address or a name: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.',
  );
}

/** A host name without a port, as clients send it. */
export function plainHostName(text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  throw new InvalidArgumentError('It is a host name without a port: simulator.example.');
}

/** A report as `--reporter` names it. */
export function reportWord(text: string): WantedReport {
  const named = reportNamed(text);
  if (!('wrong' in named)) return named;
  const { wrong, hint } = named;
  throw new InvalidArgumentError(
    `${wrong.replace(/^./, (first) => first.toUpperCase())}${hint === undefined ? '.' : `; ${hint}`}`,
  );
}
