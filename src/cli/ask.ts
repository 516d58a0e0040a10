/** Asking the user a question at a terminal. */
import { createInterface } from 'node:readline/promises';

/** Asks on standard error, so that standard output stays what the command prints. Ctrl-C calls back. */
export const asker =
  (input: NodeJS.ReadStream, output: NodeJS.WriteStream, onInterrupt: () => void) =>
  async (question: string): Promise<string> => {
    const reader = createInterface({ input, output });
    reader.once('SIGINT', onInterrupt);
    // The end of the input answers with nothing.
    const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
    try {
      return await Promise.race([reader.question(question), ended]);
    } finally {
      reader.close();
    }
  };
