/** Environment variables in strings: `"${env:NAME}"`, alone or among other text. */

/** The environment, passed in. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A variable that stood in a string, and whether it was all of it. */
export interface EnvPart {
  readonly name: string;
  readonly value: string;
  /** Where the value begins in the text that has its variables filled in. */
  readonly start: number;
  readonly whole: boolean;
}

const REFERENCE = /\$\{env:([^}]*)(\}?)/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A reference that can't be resolved: its text, and what is wrong with it. */
function problemOf(reference: string, name: string, closed: boolean) {
  if (!closed) return { reference, message: '"${env:" is never closed', hint: 'write ${env:NAME}' };
  if (!NAME.test(name)) {
    return {
      reference,
      message: `${JSON.stringify(name)} is not the name of a variable`,
      hint: 'write ${env:NAME}: letters, digits and _',
    };
  }
  return { reference, message: `the environment variable ${name} is not set`, hint: `export ${name}=…` };
}

/** The text with its variables filled in. An empty variable counts as set. */
export function substitute(text: string, env: Env) {
  const parts: EnvPart[] = [];
  const problems: ReturnType<typeof problemOf>[] = [];
  let grown = 0;
  const filled = text.replaceAll(REFERENCE, (reference, name: string, close: string, at: number) => {
    const value = close === '' || !NAME.test(name) || !Object.hasOwn(env, name) ? undefined : env[name];
    if (value === undefined) problems.push(problemOf(reference, name, close !== ''));
    else parts.push({ name, value, start: at + grown, whole: reference === text });
    grown += (value ?? reference).length - reference.length;
    return value ?? reference;
  });
  return { text: filled, parts, problems };
}
