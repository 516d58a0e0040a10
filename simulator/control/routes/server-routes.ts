/** Health, metrics, and what this server is: without a token where they show nothing of the world. */
import { z } from 'zod';
import { StatusReply, TextReply } from '../api/reply.ts';
import { route, type ControlRoute, type Rig } from '../api/route.ts';
import type { Registry } from 'prom-client';

// The counts of a simulator as Prometheus reads them: made when they are asked for.

async function registryOf({ statistics, journal, world, faults, snapshots }: Rig): Promise<Registry> {
  const { Counter, Gauge, Registry: Made, collectDefaultMetrics } = await import('prom-client');
  const registry = new Made();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'tagproof_requests_total',
    help: 'Requests by operation and by how they ended: a returnCode, NotFound, or HttpStatus.',
    labelNames: ['endpoint', 'end'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { endpoint = 'none', end, count } of statistics.counts()) this.inc({ endpoint, end }, count);
    },
  });
  const made = new Counter({
    name: 'tagproof_faults_total',
    help: 'Replies that a fault altered.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(statistics.faults);
    },
  });
  const dropped = new Counter({
    name: 'tagproof_journal_dropped_total',
    help: 'Requests that the journal no longer holds, since later ones took their place.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(journal.dropped);
    },
  });
  const gauge = (name: string, help: string, value: () => number): unknown =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('tagproof_faults_set', 'Faults that are set.', () => faults.size);
  gauge('tagproof_games', 'Games of the world.', () => world.gameIds.length);
  gauge('tagproof_secret_keys', 'Secret keys of the world.', () => world.state.keys.size);
  gauge('tagproof_auth_tokens', 'Auth tokens of the world.', () => world.state.tokens.size);
  gauge('tagproof_snapshots', 'Snapshots of the whole world.', () => snapshots.list(undefined).length);
  void [requests, made, dropped];
  return registry;
}

const registries = new WeakMap<Rig, Promise<Registry>>();

/** The text of all metrics and its Content-Type. */
export async function metricsOf(rig: Rig): Promise<{ readonly type: string; readonly text: string }> {
  const known = registries.get(rig) ?? registryOf(rig);
  registries.set(rig, known);
  const registry = await known;
  return { type: registry.contentType, text: await registry.metrics() };
}

const SERVICE_UNAVAILABLE = 503;

export const SERVER_ROUTES: readonly ControlRoute[] = [
  route('server', 'GET /healthz', {
    does: 'Whether requests are answered: HTTP 200 with status ok, or HTTP 503.',
    open: true,
    reply: z.strictObject({ status: z.enum(['ok', 'unavailable']) }),
    handle: (_, { isServing }) =>
      isServing() ? { status: 'ok' } : new StatusReply(SERVICE_UNAVAILABLE, { status: 'unavailable' }),
  }),
  route('server', 'GET /metrics', {
    does: 'Counts of requests, faults and the world, and of the process, in the text format of Prometheus.',
    open: true,
    reply: 'metrics',
    handle: async (_, rig) => {
      const { type, text } = await metricsOf(rig);
      return new TextReply(type, text);
    },
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
      url: url(),
      journalCapacity: journal.capacity,
      journalTotal: journal.total,
      worldVersion: world.version,
    }),
  }),
];
