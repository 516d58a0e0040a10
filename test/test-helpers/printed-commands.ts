/** The command lines of tagproof in printed texts, and what the real command line says to each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMANDS, type CommandName, type CommandRow } from '../../src/cli/options/command-register.ts';
import { tagproof } from '../../src/cli/test-helpers/captured.ts';
import { tempFolder } from './temp-folder.ts';

const NAMED = new RegExp(`\\btagproof (?:${Object.keys(COMMANDS).join('|')})(?= )[^\\n\`]*`, 'g');
const TOKEN = /'[^']*'|"[^"]*"|\S+/g;
/** An option, a place to fill in, a path, an id, a glob, a number. */
const NO_PLAIN_WORD = /^(?:['"<-]|[A-Z]+$|\d+$)|[./@=*:]\S/;

/** The text of a word of a shell. */
const unquoted = (word: string): string =>
  /^'.*'$/s.test(word) || /^".*"$/s.test(word) ? word.slice(1, -1) : word;

const takesValue = (name: string, word: string): boolean =>
  word.startsWith('-') &&
  Object.values((COMMANDS[name as CommandName] as CommandRow).options ?? {}).some(
    ({ flags }) => flags.includes('<') && new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(flags),
  );

/** Texts in code: what is put into them is one word, and a quote at the end of a line ends them. */
export const textsOf = (code: string): string =>
  code.replaceAll(/\$\{[^{}`]*\}/g, 'FILE').replaceAll(/\\n|\\`|[`'"][,;)\]]*$/gm, '\n');

/** Each as its words, the name of the command first. A sentence goes on behind them: its words are plain ones. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(NAMED)].flatMap(([line]) => {
    const [, name = '', ...tokens] = line.match(TOKEN) ?? [];
    const words: string[] = [];
    for (const token of tokens) {
      const [, word = '', end = ''] = /^('.*'|".*"|.*?)([,;.:)\]'"]*)$/s.exec(token) ?? [];
      const last = words.at(-1) ?? '';
      if (token === '#') break;
      if (words.includes('--')) {
        words.push(word);
        continue;
      }
      if (!NO_PLAIN_WORD.test(word) && !takesValue(name, last)) break;
      words.push(word);
      if (end !== '') break;
    }
    // A name alone is a name, and so is an option that lacks its value.
    return words.length === 0 || takesValue(name, words.at(-1) ?? '') ? [] : [[name, ...words.map(unquoted)]];
  });
}

/** A number where one has to be filled in. */
const filledIn = (word: string): string => (word === 'N' ? '1' : word);

/** What is wrong with the words, read in a folder in which every file is there that they name; empty: nothing is. */
export async function refusalOf(words: readonly string[]): Promise<string> {
  const home = process.cwd();
  const folder = tempFolder();
  for (const word of words.slice(1).filter((each) => !/^-|:\/\/|^\//.test(each))) {
    mkdirSync(dirname(join(folder, word)), { recursive: true });
    writeFileSync(join(folder, word), '');
  }
  process.chdir(folder);
  try {
    const { exit, out, err } = await tagproof(words.map(filledIn), { instead: async () => 0 });
    return exit === 0 ? '' : out + err;
  } finally {
    process.chdir(home);
  }
}
