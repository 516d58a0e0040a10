/** Makes text from outside safe to print: characters that a terminal or the runner of a CI system would interpret or hide are shown as their codes. */

/** Characters without width: a runner may skip them when it compares texts. */
const SKIPPED = String.raw`[\p{DI}\p{Cf}]*`;
const spelled = (word: string): string => [...word].join(SKIPPED);

/**
 * The one character of a command in a log (`##vso[...]`, `##teamcity[...]`, `##[...]`, `::name ...::`) without which no runner
 * obeys it, wherever in a line it stands. What ends a command may come from another text. For a pattern with the flags `iu`.
 */
export const OF_COMMAND = [
  `#(?<=#${SKIPPED}#)(?=${SKIPPED}(?:(?:${spelled('vso')}|${spelled('teamcity')})${SKIPPED})?\\[)`,
  String.raw`:(?<=:${SKIPPED}:)(?=${SKIPPED}[a-z][\w\p{DI}\p{Cf}-]*(?: |:?${SKIPPED}$|:${SKIPPED}:))`,
].join('|');

/** Control and format characters (direction marks, zero-width ones), line separators, halves of surrogate pairs. */
const UNSEEN = new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|${OF_COMMAND}`, 'giu');
/** The same with only those format characters that reorder a line: the others do no harm in a shell, and a command must stay what it is. */
const UNSAFE_IN_SHELL = new RegExp(
  String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|${OF_COMMAND}`,
  'giu',
);

/** `\x1b`, `\u{202e}`. */
export function codeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, '0')}`;
}

/** On one line, whatever it holds. */
export function visibleLine(text: string): string {
  return text.replaceAll(UNSEEN, codeOf);
}

/** A shell command on one line. */
export function visibleCommand(command: string): string {
  return command.replaceAll(UNSAFE_IN_SHELL, codeOf);
}

/** Sentences that may come in several lines, as one. */
export function oneLine(text: string): string {
  return visibleLine(text.trim().replaceAll(/\s*\n\s*/g, ' '));
}

/** Each UTF-16 unit of a text as JSON escapes it, `\u2028`: a character beyond the first 65,536 takes two. */
export const unicodeEscape = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with each half of a surrogate pair replaced: UTF-8 can't encode such a half. */
export function wellFormed(text: string): string {
  return text.replaceAll(LONE_SURROGATE, '\ufffd');
}

const ESCAPED = new RegExp(String.raw`[^\u0000-\u007e]|${OF_COMMAND}`, 'giu');

/** JSON whose other characters than those of ASCII are escapes: no terminal obeys it, and making it safe to print leaves it JSON. */
export const asciiJson = (json: string): string => json.replaceAll(ESCAPED, unicodeEscape);
