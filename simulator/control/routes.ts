/** All routes of the control API: the server, the documentation and OpenAPI read this table. */
import type { Route } from './route.ts';
import { CALL_ROUTES } from './routes/call-routes.ts';
import { CLOCK_ROUTES } from './routes/clock-routes.ts';
import { DIALECT_ROUTES } from './routes/dialect-routes.ts';
import { ENTITY_ROUTES } from './routes/entity-routes.ts';
import { FAULT_ROUTES } from './routes/fault-routes.ts';
import { GAME_ROUTES } from './routes/game-routes.ts';
import { JOURNAL_ROUTES } from './routes/journal-routes.ts';
import { KEY_ROUTES } from './routes/key-routes.ts';
import { SERVER_ROUTES } from './routes/server-routes.ts';
import { SNAPSHOT_ROUTES } from './routes/snapshot-routes.ts';
import { TOKEN_ROUTES } from './routes/token-routes.ts';
import { WORLD_ROUTES } from './routes/world-routes.ts';

export const CONTROL_ROUTES: readonly Route[] = [
  ...SERVER_ROUTES,
  ...WORLD_ROUTES,
  ...GAME_ROUTES,
  ...ENTITY_ROUTES,
  ...KEY_ROUTES,
  ...TOKEN_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...JOURNAL_ROUTES,
  ...FAULT_ROUTES,
  ...CLOCK_ROUTES,
  ...DIALECT_ROUTES,
  ...CALL_ROUTES,
];
