/** All routes of the control API: the server, the documentation and OpenAPI read this table. */
import { type ControlRoute, ROUTE_GROUPS } from './api/route.ts';
import { CLOCK_ROUTES } from './routes/clock-routes.ts';
import { DIALECT_ROUTES } from './routes/dialect-routes.ts';
import { SUBJECT_ROUTES } from './routes/subject-routes.ts';
import { FAULT_ROUTES } from './routes/fault-routes.ts';
import { GAMES_ROUTE } from './routes/game-routes.ts';
import { CLIENT_ROUTE, JOURNAL_ROUTES } from './routes/journal-routes.ts';
import { CREDENTIAL_ROUTES } from './routes/credential-routes.ts';
import { HEALTH_ROUTE } from './routes/server-routes.ts';
import { WORLD_ROUTES } from './routes/world-routes.ts';
import { z } from 'zod';
import type { ControlApi } from '../../src/openapi/control-paths.ts';
import { CONTROL_STATUSES } from './api/control-error.ts';
import { CONTROL_PREFIX } from './api/control-target.ts';

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  HEALTH_ROUTE,
  ...WORLD_ROUTES,
  GAMES_ROUTE,
  ...SUBJECT_ROUTES,
  ...CREDENTIAL_ROUTES,
  ...JOURNAL_ROUTES,
  CLIENT_ROUTE,
  ...FAULT_ROUTES,
  ...CLOCK_ROUTES,
  ...DIALECT_ROUTES,
];

const problem = {
  message: z.string(),
  at: z.string().describe('Where: a path in the body, a parameter, a header.'),
};

export const CONTROL_API: ControlApi = {
  prefix: CONTROL_PREFIX,
  routes: CONTROL_ROUTES,
  groups: ROUTE_GROUPS,
  refusal: z.strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(CONTROL_STATUSES)),
      ...problem,
      faults: z
        .array(z.strictObject(problem))
        .optional()
        .describe('All that is wrong, where that is several things.'),
    }),
  }),
};
