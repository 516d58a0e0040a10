/** Health: without a token, as it shows nothing of the world. */
import { JSON_TYPE } from '../../../src/spec/headers.ts';
import { z } from 'zod';
import { json, ControlReply } from '../api/reply.ts';
import { route } from '../api/route.ts';

const SERVICE_UNAVAILABLE = 503;

export const HEALTH_ROUTE = route('server', 'GET /healthz', {
  does: 'Whether requests are answered: HTTP 200 with status ok, or HTTP 503.',
  open: true,
  reply: z.strictObject({ status: z.enum(['ok', 'unavailable']) }),
  handle: (_, { isServing }) =>
    isServing
      ? { status: 'ok' }
      : new ControlReply(JSON_TYPE, json({ status: 'unavailable' }), SERVICE_UNAVAILABLE),
});
