/** A request to every route, in an order in which all of them succeed against the default world: for the documentation and its test. */

export interface Example {
  /** The route as the table has it. */
  readonly route: string;
  /** The path as it is sent, perhaps with a query; left out: that of the route. */
  readonly path?: string;
  /** A value that is sent as JSON, or the text of a world file. */
  readonly body?: unknown;
}

const GAME = '/games/meadow-run';
const WORLD_FILE = `public: true
world:
  complete: true
  games: [{ id: meadow-run }]
  secretKeys: [{ name: admin, key: my-admin-key-0000, role: Admin, game: meadow-run, rules: all }]
  gamePlayers: [{ userId: playerann1, tags: [{ key: vip, value: gold }] }]
`;

export const EXAMPLES: readonly Example[] = [
  { route: 'GET /healthz' },
  { route: 'GET /clients' },
  { route: 'GET /games' },
  {
    route: 'POST /games/{game}/{kind}',
    path: `${GAME}/players`,
    body: { userId: 'newplayer1', tags: [{ key: 'vip', value: 'gold' }] },
  },
  { route: 'GET /games/{game}/{kind}', path: `${GAME}/players?search=new` },
  { route: 'GET /games/{game}/{kind}/{id}', path: `${GAME}/characters/characterA1` },
  {
    route: 'PUT /games/{game}/{kind}/{id}/tags',
    path: `${GAME}/players/newplayer1/tags`,
    body: { tags: [{ key: 'color', value: 'blue' }] },
  },
  {
    route: 'PUT /games/{game}/{kind}/{id}',
    path: `${GAME}/groups/newgroup01`,
    body: { members: ['newplayer1'] },
  },
  { route: 'DELETE /games/{game}/{kind}/{id}', path: `${GAME}/players/newplayer1` },
  { route: 'POST /keys', body: { name: 'limited', role: 'Admin', game: 'meadow-run', rules: 'all' } },
  { route: 'GET /keys', path: '/keys?game=meadow-run' },
  { route: 'GET /keys/{name}', path: '/keys/limited' },
  { route: 'DELETE /keys/{name}', path: '/keys/limited' },
  {
    route: 'POST /tokens',
    body: { name: 'fresh', player: 'playerann1', game: 'meadow-run', expiresInSeconds: 3600 },
  },
  { route: 'GET /tokens' },
  { route: 'GET /tokens/{name}', path: '/tokens/fresh' },
  { route: 'POST /tokens/{name}/expire', path: '/tokens/fresh/expire' },
  { route: 'DELETE /tokens/{name}', path: '/tokens/fresh' },
  { route: 'POST /faults', body: { endpoint: 'group.client', returnCode: 'MaxRequestReject', next: 3 } },
  {
    route: 'PUT /faults/{id}',
    path: '/faults/slow',
    body: { latency: { median: 40, sigma: 0.5 }, share: 0.1, seed: 7 },
  },
  { route: 'GET /faults' },
  { route: 'DELETE /faults/{id}', path: '/faults/slow' },
  { route: 'DELETE /faults' },
  { route: 'GET /clock' },
  { route: 'POST /clock/advance', body: { seconds: 3600 } },
  { route: 'PUT /clock', body: { stopped: false } },
  { route: 'GET /journal', path: '/journal?endpoint=group.admin&limit=20' },
  { route: 'GET /journal/{id}', path: '/journal/1' },
  { route: 'GET /journal/events' },
  { route: 'POST /journal/wait', body: { match: { subject: 'grouplarks' }, timeoutMs: 5000 } },
  { route: 'GET /dialect' },
  { route: 'POST /dialect', body: { 'codes.returnCode': 'name', 'tagKeys.effect@group': 'none' } },
  { route: 'DELETE /dialect' },
  { route: 'GET /world', path: '/world?format=yaml' },
  { route: 'PUT /world', body: WORLD_FILE },
  { route: 'POST /reset' },
  { route: 'DELETE /journal' },
];
