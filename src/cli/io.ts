/** What a command may touch of the world outside: tests bring their own. */
export interface Io {
  /** The words of the command line, the program's name not among them. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: Output;
  readonly err: Output;
  /** Calls back when the user interrupts; at the first call commands end by themselves. */
  readonly onInterrupt: (callback: () => void) => void;
}

export interface Output {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Whether colour is wanted there. */
  readonly colour: boolean;
  /** Characters in a line of the terminal. */
  readonly columns: () => number;
}
