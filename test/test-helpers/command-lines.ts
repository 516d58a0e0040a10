/** The command lines that users find in pages and CI files: of shell blocks, of YAML, and those of tagproof in sentences. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { blocksOf } from './readme.ts';

/** A line that runs tagproof, however it is installed. */
export const isTagproof = (line: string): boolean => /^(?:npx (?:--no )?)?tagproof [a-z]/.test(line);

/** Every text in a YAML value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const linesIn = (text: string): readonly string[] => text.replaceAll(/\\\n\s*/g, '').match(/\S.*/g) ?? [];

const yamlLines = (text: string): readonly string[] =>
  textsIn(parse(text)).flatMap(linesIn).filter(isTagproof);

/** Commands with words behind them; a name alone is a name. */
const inSentences = (page: string): readonly string[] =>
  [...page.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => isTagproof(code) && !/tagproof [a-z]+$/.test(code));

/** In their order; lines of other tools are those of shell blocks. */
export function commandLines(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  if (/\.ya?ml$/.test(path)) return yamlLines(text);
  const unindented = text.replaceAll(/^ +(?=```|npx |tagproof )/gm, '');
  return [
    ...blocksOf('sh', unindented).flatMap(linesIn),
    ...blocksOf('yaml', text).flatMap(yamlLines),
    ...inSentences(text),
  ];
}
