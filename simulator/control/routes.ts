/** All routes of the control API: the server and the documentation read this table. */
import type { ControlRoute } from './api/route.ts';
import { CLOCK_ROUTES } from './routes/clock-routes.ts';
import { DIALECT_ROUTES } from './routes/dialect-routes.ts';
import { SUBJECT_ROUTES } from './routes/subject-routes.ts';
import { FAULT_ROUTES } from './routes/fault-routes.ts';
import { GAMES_ROUTE } from './routes/game-routes.ts';
import { CLIENT_ROUTE, JOURNAL_ROUTES } from './routes/journal-routes.ts';
import { CREDENTIAL_ROUTES } from './routes/credential-routes.ts';
import { HEALTH_ROUTE } from './routes/server-routes.ts';
import { WORLD_ROUTES } from './routes/world-routes.ts';

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
