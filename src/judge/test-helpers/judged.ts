/** What the judge says of answers in the conformance world, by its first player. */
import type { TagItem } from '../../spec/envelope.ts';
import { partialDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import type { Outcome } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { checkExchange } from '../compare/check.ts';
import { allowedForRequest } from '../expect/allowed-for-request.ts';
import { DEFAULT } from './backend.ts';

const ANN = DEFAULT.world.subjects.find(({ resource }) => resource === 'gamePlayer');
export const ID = ANN?.id ?? '';
export const TAGS = ANN?.tags as readonly TagItem[];

/** Judges an answer to a request: `level clause` of each finding. */
export function judged(
  request: Request,
  outcome: Outcome,
  dialect: Dialect = partialDialect(),
): readonly string[] {
  const { findings } = checkExchange(
    allowedForRequest(request, DEFAULT),
    { request, outcome, ms: 1 },
    dialect,
  );
  return findings.map(({ level, clause }) => `${level} ${clause}`);
}
