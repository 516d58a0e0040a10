/** YAML that can be printed safely and reads back the same: what a terminal or a CI system obeys, or an editor hides, is an escape, which only quoted texts can hold. */
import { Document, visit, type ToStringOptions } from 'yaml';
import { OF_COMMAND } from './visible.ts';

/** Control and format characters, line separators, blanks that don't break, and what makes text a command to the runner of a CI system. */
const UNSEEN = new RegExp(String.raw`[^\P{C}\n]|[\p{Zl}\p{Zp}\u00a0]|${OF_COMMAND}`, 'giu');

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/** A value as JSON, which is YAML, too. */
export const jsonAsYaml = (value: unknown): string => JSON.stringify(value).replaceAll(UNSEEN, escaped);

/** A document; in its comments such characters are left as escapes that nothing reads. */
export function textOfYaml(document: Document, options: ToStringOptions = {}): string {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.search(UNSEEN) !== -1) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, ...options }).replaceAll(UNSEEN, escaped);
}

/** A value; no part of it becomes an alias. */
export const safeYaml = (value: unknown): string =>
  textOfYaml(new Document(value, { aliasDuplicateObjects: false }));
