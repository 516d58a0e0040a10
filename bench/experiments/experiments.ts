/** What each command measures, in its order. */
import { clients } from './clients.ts';
import { disturbedClients } from './disturbed.ts';
import type { Experiment } from './experiment.ts';
import { fuzzer } from './fuzzer.ts';
import { growth } from './growth.ts';
import { idle } from './idle.ts';
import { latency } from './latency.ts';
import { million } from './million.ts';
import { rivalClients, rivalServers } from './rivals.ts';
import { simulatorPace } from './simulator-pace.ts';
import { startUp } from './start-up.ts';
import { suite } from './suite.ts';

export const EXPERIMENTS = {
  floors: [startUp, suite, clients, latency, fuzzer, simulatorPace, idle, million, disturbedClients, growth],
  rivals: [rivalClients, rivalServers],
} as const satisfies Record<string, readonly Experiment[]>;

export type Which = keyof typeof EXPERIMENTS;
