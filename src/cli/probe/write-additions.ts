/** Writing additions into a target file: its text stays, and the result declares the same plus the additions. */
import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { TagproofError } from '../../base/errors.ts';
import { rewrite } from '../../base/file-in-place.ts';
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import { readSource, type Source } from '../../world/yaml/source.ts';
import type { Env } from '../../world/yaml/substitute-env.ts';
import { type Addition, flowValue, isMissing, textOfAddition, withAdditions } from './addition.ts';
import { editFile } from './edit-file.ts';

/** All that a file says, its variables not filled in. */
const valuesOf = (text: string): unknown =>
  parseDocument(text, { schema: 'core', stringKeys: true }).toJS({ maxAliasCount: -1 });

function isReadable(source: Source, env: Env): boolean {
  try {
    readTargetSource(source, env);
    return true;
  } catch (error) {
    if (error instanceof TagproofError) return false;
    throw error;
  }
}

/** Says what to add by hand: `world.secretKeys[0].role: Admin`. */
function byHand(file: string, additions: readonly Addition[]): TagproofError {
  const lines = additions.map((addition) => {
    const path = addition.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    return `  ${path.slice(1)}: ${flowValue(addition.value, textOfAddition(addition))}`;
  });
  return new TagproofError(
    'file',
    `${file}: its layout can't be edited automatically; nothing was written, add this by hand:\n${lines.join('\n')}`,
  );
}

/** The text of a target file with what it leaves open of the additions. Throws a `file` error where that would change anything else. */
export function withWritten(
  { file, text }: Source,
  additions: readonly Addition[],
  env: Env,
): { readonly text: string; readonly written: readonly Addition[] } {
  const before = valuesOf(text);
  const written = additions.filter((addition) => isMissing(before, addition));
  const edited = editFile(text, written);
  const isSame = (): boolean => isDeepStrictEqual(valuesOf(edited), withAdditions(before, written));
  if (written.length === 0 || (isReadable({ file, text: edited }, env) && isSame()))
    return { text: edited, written };
  throw byHand(file, written);
}

/** Adds to a target file what it leaves open of the additions; what was added. */
export function writeAdditions(file: string, additions: readonly Addition[], env: Env): readonly Addition[] {
  const { text, written } = withWritten(readSource(file), additions, env);
  if (written.length > 0) rewrite(file, text);
  return written;
}
