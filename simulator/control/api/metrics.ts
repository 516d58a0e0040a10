/** The counts of a simulator as Prometheus reads them: made when they are asked for. */
import type { Registry } from 'prom-client';
import type { Rig } from './rig.ts';

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
