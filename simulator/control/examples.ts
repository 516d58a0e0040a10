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

const SERVER: readonly Example[] = [
  { route: 'GET /healthz' },
  { route: 'GET /info' },
  { route: 'GET /openapi.json' },
  { route: 'GET /clients' },
];

const ENTITIES: readonly Example[] = (
  [
    ['players', 'newplayer1', { userId: 'newplayer1', tags: [{ key: 'vip', value: 'gold' }] }, {}],
    [
      'characters',
      'newcharact1',
      { characterId: 'newcharact1', owner: 'playerann1' },
      { owner: 'playerbob2' },
    ],
    ['groups', 'newgroup01', { groupId: 'newgroup01', members: ['playerann1'] }, { members: ['playerbob2'] }],
  ] as const
).flatMap(([segment, id, body, change]) => {
  const all = `${GAME}/${segment}`;
  const route = `/games/{game}/${segment}`;
  const tags = [{ key: 'color', value: 'blue' }];
  return [
    { route: `POST ${route}`, path: all, body },
    { route: `GET ${route}`, path: `${all}?search=new&limit=20` },
    { route: `GET ${route}/{id}`, path: `${all}/${id}` },
    { route: `PATCH ${route}/{id}`, path: `${all}/${id}`, body: { ...change, tags } },
    { route: `GET ${route}/{id}/tags`, path: `${all}/${id}/tags` },
    { route: `PUT ${route}/{id}/tags`, path: `${all}/${id}/tags`, body: { tags } },
    { route: `PUT ${route}/{id}/tags/{key}`, path: `${all}/${id}/tags/motto`, body: { value: 'rise early' } },
    { route: `DELETE ${route}/{id}/tags/{key}`, path: `${all}/${id}/tags/motto` },
    { route: `PUT ${route}/{id}`, path: `${all}/${id}`, body: { tags } },
    { route: `DELETE ${route}/{id}`, path: `${all}/${id}` },
  ];
});

/** The same for all games, and for one. */
const SCOPED: readonly Example[] = [
  { route: 'POST /keys', body: { name: 'limited', role: 'Admin', game: 'meadow-run', rules: 'all' } },
  { route: 'GET /keys' },
  { route: 'GET /keys/{name}', path: '/keys/limited' },
  { route: 'PATCH /keys/{name}', path: '/keys/limited', body: { limits: { requestsPerSecond: 2 } } },
  { route: 'DELETE /keys/{name}', path: '/keys/limited' },
  {
    route: 'POST /tokens',
    body: { name: 'fresh', player: 'playerann1', game: 'meadow-run', expiresInSeconds: 3600 },
  },
  { route: 'GET /tokens', path: '/tokens?search=fresh' },
  { route: 'GET /tokens/{name}', path: '/tokens/fresh' },
  { route: 'POST /tokens/{name}/expire', path: '/tokens/fresh/expire' },
  { route: 'DELETE /tokens/{name}', path: '/tokens/fresh' },
  { route: 'PUT /snapshots/{name}', path: '/snapshots/before' },
  { route: 'GET /snapshots' },
  { route: 'POST /snapshots/{name}/restore', path: '/snapshots/before/restore' },
  { route: 'DELETE /snapshots/{name}', path: '/snapshots/before' },
  { route: 'POST /faults', body: { endpoint: 'group.client', returnCode: 'MaxRequestReject', next: 3 } },
  {
    route: 'PUT /faults/{id}',
    path: '/faults/slow',
    body: { latency: { median: 40, sigma: 0.5 }, share: 0.1, seed: 7 },
  },
  { route: 'GET /faults' },
  { route: 'GET /faults/{id}', path: '/faults/slow' },
  { route: 'DELETE /faults/{id}', path: '/faults/slow' },
  { route: 'DELETE /faults' },
  { route: 'GET /clock' },
  { route: 'POST /clock/advance', body: { seconds: 3600 } },
  { route: 'POST /clock/stop' },
  { route: 'POST /clock/resume' },
  { route: 'GET /journal', path: '/journal?endpoint=group.admin&limit=20' },
  { route: 'GET /journal/{id}', path: '/journal/1' },
  { route: 'GET /journal/{id}/copies', path: '/journal/1/copies' },
  { route: 'GET /journal/count', path: '/journal/count?returnCode=Ok' },
  { route: 'GET /journal/events' },
  {
    route: 'POST /journal/verify',
    body: { match: { endpoint: 'group.admin', subject: 'grouplarks' }, atLeast: 1 },
  },
  { route: 'POST /journal/wait', body: { match: { subject: 'grouplarks' }, timeoutMs: 5000 } },
];

const inGame = ({ route, path, body }: Example): Example => {
  const [method = '', routePath = ''] = route.split(' ');
  return { route: `${method} /games/{game}${routePath}`, path: `${GAME}${path ?? routePath}`, body };
};

export const EXAMPLES: readonly Example[] = [
  ...SERVER,
  { route: 'GET /games' },
  { route: 'GET /games/{game}', path: GAME },
  { route: 'POST /games', body: { id: 'test-7', like: 'meadow-run' } },
  { route: 'DELETE /games/{game}', path: '/games/test-7' },
  ...ENTITIES,
  { route: 'GET /first-calls' },
  { route: 'POST /calls', body: { endpoint: 'group.admin', key: 'admin', body: { groupId: 'grouplarks' } } },
  ...SCOPED,
  ...SCOPED.map(inGame),
  { route: 'GET /fault-header' },
  { route: 'PUT /fault-header', body: { enabled: true } },
  { route: 'GET /dialect' },
  { route: 'PATCH /dialect', body: { 'codes.returnCode': 'name', 'tagKeys.effect@group': 'none' } },
  { route: 'DELETE /dialect' },
  { route: 'GET /world', path: '/world?format=yaml' },
  { route: 'PUT /world', body: WORLD_FILE },
  { route: 'GET /games/{game}/world', path: `${GAME}/world` },
  { route: 'PUT /games/{game}/world', path: `${GAME}/world`, body: WORLD_FILE },
  { route: 'POST /games/{game}/reset', path: `${GAME}/reset` },
  { route: 'POST /reset' },
  { route: 'DELETE /games/{game}/journal', path: `${GAME}/journal` },
  { route: 'DELETE /journal' },
];
