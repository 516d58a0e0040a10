/** One secret value, by the name that requests refer to it with. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** The shell variable that stands for it in a printed command, without the dollar sign: the one it came from, else one made of its name. */
  readonly envName: string;
  /** The text before that variable in the value of a header: `Bearer `. */
  readonly scheme?: string;
  /** Whether it is public, as the keys of the committed conformance world are: it is printed and never masked. */
  readonly public: boolean;
}

/** A text without the secrets that it held. */
export type Mask = (text: string) => string;
