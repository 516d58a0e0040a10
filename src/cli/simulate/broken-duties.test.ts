/** `tagproof exec`: what it says of a command that ends well though its requests are wrong. */
import { expect, test } from 'vitest';
import { tagproof } from '../test-helpers/captured.ts';

const RIGHT = `{ 'Content-Type': 'application/json', 'Secret-Key': process.env.ADMIN_KEY }`;

/** A client of two requests, the second with these headers. */
const client = (headers: string, end = ''): readonly string[] => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  `for (const headers of [${RIGHT}, ${headers}])
     await fetch(process.env.TAGPROOF_URL + '/api/rJson/group/admin/getTag', { method: 'POST', headers, body: '{"groupId":"grouplarks"}' });
   ${end}`,
];

const script = (code: string): readonly string[] => [
  '--',
  process.execPath,
  '-e',
  `const url = process.env.TAGPROOF_URL; ${code}`,
];

const WRONG = `{ 'Secret-Key': process.env.ADMIN_KEY, 'Auth-Token': process.env.ANN_TOKEN, 'User-Agent': 'my bot\\t\\u0085' }`;
const SUMMARY =
  'clients broke 2 duties of the document, 2 times in 2 requests: content-type (§4.2), auth-token-not-sent (§4.2)';

test.concurrent.each([
  ['right requests', '--fail-on client', client(RIGHT), 0, ''],
  ['wrong ones, by default', '', client(WRONG), 0, `warning: ${SUMMARY}; --fail-on client`],
  ['wrong ones, quietly', '--quiet', client(WRONG), 0, ''],
  [
    'wrong ones, where they fail',
    '--fail-on client',
    client(WRONG),
    1,
    `${SUMMARY}\n  my bot\\x09\\x85: Content-Type`,
  ],
  [
    'a guess, which fails nothing',
    '--fail-on client',
    client(RIGHT.replace(' }', `, 'User-Agent': 'UnityPlayer/2022.3' }`)),
    0,
    'warning: UnityPlayer/2022.3: a Secret-Key of role Admin may have come from a game client',
  ],
  [
    'no request, where one has to come',
    '--fail-on client',
    ['--', '/bin/true'],
    2,
    'no operation was called',
  ],
  [
    'one whose path is misspelt, which is a duty, and one to no operation',
    '--fail-on client',
    script("fetch(url + '/favicon.ico'); fetch(url + '/api/rjson/group/admin/getTags', { method: 'POST' })"),
    1,
    'path (§4.1)',
  ],
  ['requests to no operation alone', '--fail-on client', script('fetch(url)'), 2, 'no operation was called'],
  ['no request', '', ['--', '/bin/true'], 0, ''],
  ['a command that fails by itself', '--fail-on client', client(WRONG, 'process.exit(7)'), 7, SUMMARY],
])('%s', async (_, options, words, exit, said) => {
  const ended = await tagproof(['exec', ...options.split(' ').filter(Boolean), ...words]);
  expect([ended.exit, ended.out]).toEqual([exit, '']);
  if (said === '') expect(ended.err).toBe('');
  else expect(ended.err).toContain(said);
});

test.concurrent('each line has the client, what to do, the section and the first request', async () => {
  const anonymous = client(WRONG.replace(/, 'User.*\\u0085'/, ''));
  const { err } = await tagproof(['exec', '--fail-on', 'client', ...anonymous]);
  expect(err.split('\n').slice(1)).toEqual([
    '  node: Content-Type is not application/json: send it with every request (§4.2); 1 time, first in request 2: POST /api/rJson/group/admin/getTag {"groupId":"grouplarks"}',
    '  node: Auth-Token was sent to a server or admin route: it belongs to the client variant alone (§4.2); 1 time, first in request 2: POST /api/rJson/group/admin/getTag {"groupId":"grouplarks"}',
    '',
  ]);
});

test.concurrent('a first request that a test cleared from the journal gives its place to the last', async () => {
  const clear = `await fetch(process.env.TAGPROOF_URL + '/_tagproof/journal', { method: 'DELETE', headers: { Authorization: 'Bearer ' + process.env.TAGPROOF_CONTROL_TOKEN } });
    await fetch(process.env.TAGPROOF_URL + '/api/rJson/group/admin/getTag', { method: 'POST', headers: ${WRONG}, body: '{}' });`;
  const { err } = await tagproof(['exec', '--fail-on', 'client', ...client(WRONG, clear)]);
  expect(err).toContain('2 times, last in request 3: POST /api/rJson/group/admin/getTag {}');
});
