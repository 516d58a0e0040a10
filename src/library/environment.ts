/** The environment of the process, for `${env:NAME}` in files that the library reads. */
import { env } from 'node:process';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const PROCESS_ENVIRONMENT: Environment = env;
