/** Only what TypeScript reads of `lookup.mjs`. */
export const PATH: string;
export const SECRET: string;
