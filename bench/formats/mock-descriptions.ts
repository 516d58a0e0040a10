/** The reply of the first player, in the format of each mock server. */
import { PATH, SECRET } from '../processes/lookup.mjs';
import { playerAt, type BenchPlayer } from '../work/players.ts';

/** As many as the other servers have players. */
const RESOURCES = 1000;

const replyOf = ({ tags }: BenchPlayer): object => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags } },
});

export const openapi = (): object => ({
  openapi: '3.0.3',
  info: { title: 'bench', version: '1.0.0' },
  paths: {
    [PATH]: {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['userId'], properties: { userId: { type: 'string' } } },
            },
          },
        },
        responses: {
          200: {
            description: 'the envelope',
            content: { 'application/json': { example: replyOf(playerAt(0)), schema: { type: 'object' } } },
          },
        },
      },
    },
  },
});

export const mockoonData = (port: number): object => ({
  uuid: 'c0ffee00-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'bench',
  endpointPrefix: '',
  latency: 0,
  port,
  hostname: '127.0.0.1',
  folders: [],
  routes: [
    {
      uuid: 'c0ffee00-0000-4000-8000-000000000002',
      type: 'http',
      documentation: '',
      method: 'post',
      endpoint: PATH.slice(1),
      responses: [
        {
          uuid: 'c0ffee00-0000-4000-8000-000000000003',
          body: JSON.stringify(replyOf(playerAt(0))),
          latency: 0,
          statusCode: 200,
          label: '',
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          bodyType: 'INLINE',
          filePath: '',
          databucketID: '',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: true,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
      responseMode: null,
      streamingMode: null,
      streamingInterval: 0,
    },
  ],
  rootChildren: [{ type: 'route', uuid: 'c0ffee00-0000-4000-8000-000000000002' }],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: {
    enabled: false,
    type: 'CERT',
    pfxPath: '',
    certPath: '',
    keyPath: '',
    caPath: '',
    passphrase: '',
  },
  cors: true,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [],
  callbacks: [],
});

export const imposter = (port: number): object => ({
  imposters: [
    {
      port,
      host: '127.0.0.1',
      protocol: 'http',
      stubs: [
        {
          predicates: [
            {
              equals: { method: 'POST', path: PATH, headers: { 'Secret-Key': SECRET } },
            },
            { equals: { body: { userId: playerAt(0).userId } } },
          ],
          responses: [
            {
              is: {
                statusCode: 200,
                // mountebank closes a connection after each reply unless a stub says otherwise.
                headers: { 'Content-Type': 'application/json', Connection: 'Keep-Alive' },
                body: JSON.stringify(replyOf(playerAt(0))),
              },
            },
          ],
        },
      ],
    },
  ],
});

export const jsonServerData = (): object => ({
  players: Array.from({ length: RESOURCES }, (_, index) => {
    const player = playerAt(index);
    return { id: player.userId, ...replyOf(player) };
  }),
});
