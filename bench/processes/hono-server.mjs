/** Hono on its Node.js server doing only the bare work. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce, argumentsOf, envelopeOf, PATH } from './lookup.mjs';

const { port, players, secrets } = argumentsOf(process.argv);
const app = new Hono();
app.post(PATH, async (context) =>
  context.json(envelopeOf(players, context.req.header('secret-key'), secrets, await context.req.json())),
);
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => announce(address.port));
