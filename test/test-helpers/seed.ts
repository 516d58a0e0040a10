/** The same draws in every run, so that a red build is about its change; `SEED=$RANDOM npm test` draws anew. */
export const SEED = Number(process.env['SEED'] ?? 1);
