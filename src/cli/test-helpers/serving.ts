/** Simulators on sockets, with or without a defect, and servers that are no backend; closed after the file's tests. */
import { createServer, type RequestListener } from 'node:http';
import { expect } from 'vitest';
import type { Mutant } from '../../../mutants/defects/mutant.ts';
import { MUTANTS } from '../../../mutants/defects/mutants.ts';
import type { SimulatorOptions } from '../../../simulator/server/simulator-options.ts';
import { Simulator } from '../../../simulator/server/server.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { simulatorOptionsOf } from '../../library/embedded/simulated-file.ts';
import { listening } from '../../http/test-helpers/servers.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';

export const WORLD = 'fixtures/world.yaml';

const DEFAULT = readTargetFile(WORLD, {});

/** Serves a world, by default the default one, and returns the URL. */
export async function serving(
  changes: Partial<SimulatorOptions> = {},
  file: TargetFile = DEFAULT,
): Promise<string> {
  const options = simulatorOptionsOf(file);
  const server = new Simulator({ ...options, ...changes });
  const { url } = await server.start();
  atFileEnd(() => server.close());
  return url;
}

/** The seeded defect of this name. */
export const mutantNamed = (name: string): Mutant =>
  MUTANTS.find((each) => each.name === name) ?? expect.unreachable(`there is no mutant ${name}`);

/** Serves a world with a seeded defect. */
export const servingMutant = (name: string, file: TargetFile = DEFAULT): Promise<string> =>
  serving({ alter: mutantNamed(name).alter }, file);

/** Serves what a listener answers, and returns the URL. */
export const servingBy = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(listener))}`;

/** Answers each request with this, once it has come whole. */
export const saying =
  (body: string, status = 200, type = 'application/json'): RequestListener =>
  (request, response) =>
    void request.resume().on('end', () => response.writeHead(status, { 'Content-Type': type }).end(body));
