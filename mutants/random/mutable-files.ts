/** Which source files mutants are made of: those that the simulator answers by. */

/** Files of the simulator whose code no judged reply can depend on. */
export const NOT_MUTATED: ReadonlyMap<string, string> = new Map([
  [
    'simulator/pipeline/decide/explain.ts',
    'words debugMessage, which is for developers and whose wording is free',
  ],
  [
    'simulator/pipeline/decide/explain-members.ts',
    'words debugMessage, which is for developers and whose wording is free',
  ],
  [
    'simulator/pipeline/read/misspelt-faults.ts',
    'answers misspelt headers of declared faults, which the document does not know',
  ],
  [
    'simulator/pipeline/decide/reordered.ts',
    'puts the rules in another order, and the document names no order',
  ],
  ['simulator/http/cors.ts', 'answers browsers, which the document does not mention'],
  ['simulator/http/write-faulty.ts', 'makes faults, and a simulator under test makes none'],
  ['simulator/in-process.ts', 'replaces the socket, so that the measurement itself rests on it'],
]);

/** Whether the file is only used where the simulator listens on a socket. */
export const needsSocket = (file: string): boolean => file.startsWith('simulator/http/');

const MUTATED = /^(?:simulator\/(?:(?:pipeline|http)\/(?:\w+\/)?)?|src\/rules\/(?:\w+\/)?)[^/]+\.ts$/;

/** Those of the files behind a simulator that mutants are made of; tables of the contract and the dialect stay. */
export function mutableAmong(files: readonly string[]): readonly string[] {
  return files.filter((file) => MUTATED.test(file) && !NOT_MUTATED.has(file)).toSorted();
}
