/** Controlled simulators of the conformance world, and their control API: closed after the file's tests. */
import { endpointOf, type EndpointId } from '../../../src/spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../../../src/spec/headers.ts';
import { readTargetFile } from '../../../src/world/target-file/read-target-file.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';
import { ControlledSimulator, type ControlledOptions } from '../controlled-simulator.ts';

export const TOKEN = 'a-token-of-the-tests';
export const FILE = readTargetFile('fixtures/world.yaml', {});
export const GAME = 'meadow-run';
export const OTHER_GAME = 'harbor-lights';

export interface Replied {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

const replied = async (response: Response): Promise<Replied> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
};

/** The control API of one simulator; bodies that are not text are sent as JSON. */
export type Api = (
  methodAndPath: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Replied>;

export interface Controlled {
  readonly sim: ControlledSimulator;
  readonly url: string;
  readonly api: Api;
  /** A request to an operation, by default as the admin key or as Ann with the player key. */
  readonly call: (
    endpoint: EndpointId,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Replied>;
}

/** The value of a key or token of the conformance world. */
export const secretOf = (name: string): string =>
  FILE.secrets.find((secret) => secret.name === name)?.value ?? '';

const CLIENT = { [SECRET_KEY]: secretOf('player'), [AUTH_TOKEN]: secretOf('ann') };
const ADMIN = { [SECRET_KEY]: secretOf('admin') };

export async function controlled(options: Partial<ControlledOptions> = {}, port = 0): Promise<Controlled> {
  const sim = new ControlledSimulator({
    world: FILE.world,
    secrets: FILE.secrets,
    answers: FILE.dialectAnswers,
    extensions: FILE.extensions,
    provoke: FILE.provoke,
    control: { token: TOKEN },
    ...options,
  });
  atFileEnd(() => sim.close());
  const { url } = await sim.start({ port });
  return {
    sim,
    url,
    api: async (methodAndPath, body, headers) => {
      const [method = '', path = ''] = methodAndPath.split(' ');
      return replied(
        await fetch(`${url}/_tagproof${path}`, {
          method,
          headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      );
    },
    call: async (endpoint, body = {}, headers) => {
      const { path, variant } = endpointOf(endpoint);
      const own = variant === 'client' ? CLIENT : ADMIN;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const request = new Request(url + path, {
        method: 'POST',
        headers: { [CONTENT_TYPE]: JSON_TYPE, ...own, ...headers },
        body: text,
      });
      return replied(await fetch(request));
    },
  };
}

/** The tags of a reply of an operation. */
export const tagsIn = ({ json }: Replied): unknown => json.parameters?.infoResponseParameters?.tags;
