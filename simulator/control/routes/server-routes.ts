/** Health, metrics, and what this server is: without a token where they show nothing of the world. */
import { JSON_TYPE } from '../../../src/contract/headers.ts';
import { z } from 'zod';
import { json, ControlReply } from '../api/reply.ts';
import { route, type ControlRoute, type Rig } from '../api/route.ts';
import type { Registry } from 'prom-client';

// The counts of a simulator as Prometheus reads them: made when they are asked for.

async function registryOf({ statistics, journal, world, faults, snapshots }: Rig): Promise<Registry> {
  const { Counter, Gauge, Registry: Made, collectDefaultMetrics } = await import('prom-client');
  const registry = new Made();
  collectDefaultMetrics({ register: registry });
  // Each is counted elsewhere, and read when the metrics are asked for.
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
  void requests;
  const counter = (name: string, help: string, value: () => number): unknown =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value());
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
  counter('tagproof_faults_total', 'Replies that a fault altered.', () => statistics.faults);
  counter(
    'tagproof_journal_dropped_total',
    'Requests that the journal no longer holds, since later ones took their place.',
    () => journal.dropped,
  );
  gauge('tagproof_faults_set', 'Faults that are set.', () => faults.size);
  gauge('tagproof_games', 'Games of the world.', () => world.gameIds.length);
  gauge('tagproof_secret_keys', 'Secret keys of the world.', () => world.state.keys.size);
  gauge('tagproof_auth_tokens', 'Auth tokens of the world.', () => world.state.tokens.size);
  gauge('tagproof_snapshots', 'Snapshots of the whole world.', () => snapshots.list(undefined).length);
  return registry;
}

const registries = new WeakMap<Rig, Promise<Registry>>();

/** The text of all metrics. */
async function metricsOf(rig: Rig): Promise<ControlReply> {
  const known = registries.get(rig) ?? registryOf(rig);
  registries.set(rig, known);
  const registry = await known;
  return new ControlReply(registry.contentType, await registry.metrics());
}

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
  route('server', 'GET /metrics', {
    does: 'Counts of requests, faults and the world, and of the process, in the text format of Prometheus.',
    open: true,
    reply: 'metrics',
    handle: (_, rig) => metricsOf(rig),
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
