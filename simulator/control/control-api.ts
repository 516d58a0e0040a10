/** The control API as the OpenAPI description has it: the table from which the server is made. */
import { z } from 'zod';
import type { ControlApi } from '../../src/openapi/control-paths.ts';
import { CONTROL_STATUSES } from './control-error.ts';
import { ROUTE_GROUPS } from './route.ts';
import { CONTROL_PREFIX } from './control-target.ts';
import { CONTROL_ROUTES } from './routes.ts';

const flaw = {
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
      ...flaw,
      faults: z
        .array(z.strictObject(flaw))
        .optional()
        .describe('All that is wrong, where that is several things.'),
    }),
  }),
};
