/** Paths and names on the command line. */
import { InvalidArgumentError } from 'commander';

/** An empty text is what a shell makes of a variable that is not set: as a path it would mean the current folder. */
export function named(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty; name something, or leave it out.');
}

/** Paths of an option or an argument that repeats. */
export function gatherNamed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, named(text)];
}
