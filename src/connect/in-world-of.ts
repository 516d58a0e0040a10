/** A target in the world of another file. */
import type { TargetFile } from '../config/target-file/target-file.ts';

/** The target's own choices win, and it keeps those of its secrets that the world lacks. */
export function inWorldOf(
  file: TargetFile,
  { world, secrets, variables, dialectAnswers, provoke, extensions, warnings, placeOf }: TargetFile,
): TargetFile {
  const known = new Set(secrets.map(({ name }) => name));
  return {
    ...file,
    world,
    placeOf,
    secrets: [...secrets, ...file.secrets.filter(({ name }) => !known.has(name))],
    variables: [...new Map([...file.variables, ...variables].map((each) => [each.name, each])).values()],
    dialectAnswers: [...dialectAnswers, ...file.dialectAnswers],
    provoke: new Map([...provoke, ...file.provoke]),
    extensions: file.extensions.length > 0 ? file.extensions : extensions,
    warnings: [...new Set([...warnings, ...file.warnings])],
  };
}
