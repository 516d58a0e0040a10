/** Many requests to a simulator at once, without a socket. */
import type { ControlledSimulator } from '../../simulator/control/controlled-simulator.ts';
import { secretOf } from '../../simulator/control/test-helpers/controlled.ts';
import { endpointOf, METHOD } from '../../src/spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../../src/spec/headers.ts';

const HEADERS = [CONTENT_TYPE, JSON_TYPE, SECRET_KEY, secretOf('admin')];
const BODY = new TextEncoder().encode('{"userId":"playerann1"}');

/** All of them in one step: nothing else happens in between. */
export function burst(sim: ControlledSimulator, requests: number): void {
  for (let sent = 0; sent < requests; sent += 1)
    sim.answer({
      method: METHOD,
      target: endpointOf('gamePlayer.admin').path,
      headers: HEADERS,
      version: '1.1',
      body: BODY,
    });
}
