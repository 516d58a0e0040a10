/** Health, and what this server is: without a token where they show nothing of the world. */
import { JSON_TYPE } from '../../../src/contract/headers.ts';
import { z } from 'zod';
import { json, ControlReply } from '../api/reply.ts';
import { route, type ControlRoute } from '../api/route.ts';

const SERVICE_UNAVAILABLE = 503;

export const SERVER_ROUTES: readonly ControlRoute[] = [
  route('server', 'GET /healthz', {
    does: 'Whether requests are answered: HTTP 200 with status ok, or HTTP 503.',
    open: true,
    reply: z.strictObject({ status: z.enum(['ok', 'unavailable']) }),
    handle: (_, { isServing }) =>
      isServing
        ? { status: 'ok' }
        : new ControlReply(JSON_TYPE, json({ status: 'unavailable' }), SERVICE_UNAVAILABLE),
  }),
  route('server', 'GET /openapi.json', {
    does: 'The OpenAPI 3.1 description of the nine operations, as they are answered now, and of the control API.',
    open: true,
    reply: z.looseObject({ openapi: z.string() }),
    handle: (_, { describe }) => describe(),
  }),
  route('server', 'GET /info', {
    does: 'The URL of the backend, and how large the journal is.',
    reply: z.strictObject({
      url: z.string(),
      journalCapacity: z.int(),
      journalTotal: z.int(),
      worldVersion: z.int().describe('Grows with each change of the world.'),
    }),
    handle: (_, { url, journal, world }) => ({
      url,
      journalCapacity: journal.capacity,
      journalTotal: journal.total,
      worldVersion: world.version,
    }),
  }),
];
