/** What counts as a leak and what does not. */
import { describe, expect, test } from 'vitest';
import { bodyOf, type Request } from '../../http/request.ts';
import { fromPlain } from '../rules/json.ts';
import { leakFindings, leakInText, leaksIn, leaksInHead, secretLeaks, tagLeaks } from './leaks.ts';

const kindOf = (text: string): string | undefined => leakInText(text, 'debugMessage')?.kind;

test.each([
  [
    'Java',
    'java.lang.NullPointerException: key\n\tat com.example.tags.TagService.getTag(TagService.java:87)',
  ],
  [
    'Java in one line',
    'Oops at com.example.Tags.lambda$get$0(Tags.java:87) at com.example.Main.main(Main.java:3)',
  ],
  ['Java without a file', 'x\n\tat java.base/jdk.internal.reflect.Method.invoke0(Native Method)'],
  ['Kotlin', '\tat com.example.TagsKt.get(Tags.kt:9)'],
  [
    '.NET with a file',
    'System.Exception: no\r\n   at Tags.Service.Get(String id, Int32 game) in /src/Tags.cs:line 12',
  ],
  ['.NET without a file', 'System.Exception: no\r\n   at Tags.Service.Get(String id)\r\n   at Tags.Main()'],
  ['.NET, rethrown', 'no\n--- End of stack trace from previous location ---'],
  ['Node.js', 'Error: no\n    at read (file:///srv/app/body.js:14:22)'],
  ['Node.js without a function', 'Error: no\n    at /srv/app/body.mjs:14:22'],
  ['Node.js itself', 'Error: no\n    at node:internal/main/run_main_module:28:49'],
  ['Python', 'Traceback (most recent call last):\n  File "x.py", line 12, in get'],
  ['Python, its head', 'Traceback (most recent call last):\n'],
  ['Python, cut', '  File "/srv/app.py", line 12, in get_tag\nKeyError'],
  ['PHP', 'Stack trace:\n#0 /var/www/html/index.php(12): TagService->get()'],
  ['PHP warning', 'Warning: Undefined array key "id" in /var/www/html/index.php on line 7'],
  ['PHP exception', 'PDOException: no driver in /var/www/html/db.php:7'],
  ['Go', 'panic: no\n\ngoroutine 34 [running]:\nmain.get(0xc000)\n\t/src/main.go:12 +0x1d'],
  ['Ruby', "app/tags.rb:12:in `get': undefined method (NoMethodError)"],
  ['Java, a cause', 'Caused by: com.example.tags.StoreException: no connection'],
  ['Java, its last line', '\t... 12 more'],
  ['PHP, its last frame', 'Stack trace: #4 {main}'],
  ['PHP, uncaught', 'PHP Fatal error: Uncaught TypeError: no array'],
  ['Go, a panic', 'panic: runtime error: index out of range [3] with length 3'],
  ['Go, where a goroutine was created', 'created by main.serve in goroutine 1'],
  ['Rust', "thread 'main' panicked at src/tags.rs:12:9"],
  ['Node.js, asynchronous', 'Error: no\n    at async Tags.read (/srv/app/tags.js:4:11)'],
  ['Ruby 3.4', "app/tags.rb:12:in 'Tags#get': undefined method (NoMethodError)"],
])('a stack trace of %s is found', (_, text) => {
  expect(kindOf(text)).toBe('stack-trace');
});

test.each([
  'upload failed: AKIAIOSFODNN7EXAMPLE',
  'maps refused AIzaSyA1234567890abcdefghijklmnopqrstuv',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
  'Server=db;User Id=sa;Password=hunter22;Encrypt=true',
  'DefaultEndpointsProtocol=https;AccountKey=abcdef0123456789==;EndpointSuffix=x',
  'no connection to postgres://tags:hunter22@db.internal:5432/tags',
  'amqp://guest:guest@queue:5672',
])('a credential: %s', (text) => {
  expect(kindOf(text)).toBe('credential');
});

test.each([
  'SELECT * FROM tags WHERE player_id = ?',
  'SELECT t.key, t.value FROM tags t',
  'SELECT key FROM "tags"',
  'failed: SELECT DISTINCT key, value\nFROM tags',
  'select t0.key, t0.value from tags t0 where t0.player_id=?',
  'select * from tags',
  'INSERT INTO audit (id, at) VALUES (1, 2)',
  'UPDATE `tags` SET value = ?',
  'delete from tags where id = 5',
  'SQLSTATE[42S02]: Base table or view not found',
  'ORA-00942: table or view does not exist',
  'You have an error in your SQL syntax; check the manual',
  'ERROR: syntax error at or near "WHERE"',
  'ERROR: relation "tags" does not exist',
  'SqliteError: no such table: tags',
  "Incorrect syntax near 'WHERE'.",
  'ER_NO_SUCH_TABLE',
  'ERROR 1064 (42000)',
  "Unknown column 't.owner' in 'field list'",
  "Table 'game.tags' doesn't exist",
  "Duplicate entry 'vip' for key 'tags.PRIMARY'",
  'duplicate key value violates unique constraint "tags_pkey"',
  'PG::UndefinedTable',
  'invalid input syntax for type integer: "x"',
  'SQLITE_BUSY',
  'UNIQUE constraint failed: tags.key',
  'near "FORM": syntax error',
  "Invalid object name 'dbo.tags'.",
  "Invalid column name 'owner'.",
  'Msg 208, Level 16, State 1',
  "Violation of PRIMARY KEY constraint 'PK_tags'",
  'MongoServerError: no',
  'com.mongodb.MongoException: no',
  'E11000 duplicate key error collection: game.tags',
])('SQL: %s', (text) => {
  expect(kindOf(text)).toBe('sql');
});

test.each([
  'ENOENT: no such file or directory, open /etc/tagproof/keys.json',
  'could not read /var/lib/tags/players.db',
  'loaded from file:///opt/tags/config.yaml',
  'loaded from "/home/deploy/tags/current"',
  'module /app/dist/server.mjs failed',
  'see /data/logs/tags.log',
  String.raw`C:\inetpub\wwwroot\tags\web.config is missing`,
  String.raw`could not open D:\tags.mdb`,
  String.raw`no access to \\files01\tags$\keys.json`,
  'no key in /run/secrets/tag-key',
  'from /proc/self/environ',
  'wrote /tmp/tags-4711',
  'in the container: /usr/src/app/node_modules',
])('a file path of the server: %s', (text) => {
  expect(kindOf(text)).toBe('file-path');
});

test.each([
  '',
  'userId has 9 characters, 10 are expected',
  'the secret key is missing, wrong, or does not match the route or game context',
  'Select a key from the list of tags where the player is known.',
  'please SELECT A KEY FROM THE LIST',
  'select your player from the menu where it is shown',
  'update the key and set a value = none',
  'update tags, then set values',
  'insert into the request a userId (10 characters)',
  'deleted from group',
  'the column does not exist',
  'no such player',
  'syntax error near line 3',
  'Unexpected token } in JSON at position 14',
  'JSON parse error: Unexpected end-of-input at [Source: (String)"{"; line: 1, column: 2]',
  'POST /api/rJson/gamePlayer/client/getTag',
  'POST /base/v2/api/rJson/group/admin/getTag?trace=1',
  '/api/rJson/group/client/getTag.php',
  'see https://docs.example.com/var/tags/index.php and http://example.com/home/a/b',
  'see https://example.com/etc/faq.py',
  'refused at 2026-11-20T10:30:15Z',
  'refused\n  at 10:30:15, again at 10:31:15',
  'requested at 2026/11/20 10:30:15',
  'character/player/group',
  'and/or, his/hers, 1/2, n/a',
  '/tagKeys/0 is not a string',
  '$.tagKeys[0]',
  'instance is not of type string at /userId',
  'java.lang.IllegalArgumentException: userId',
  'System.ArgumentException: groupId',
  'at least 10 characters',
  'a key: value, C: none',
  'option a:\\n none',
  'Traceback is off',
  'goroutine limit reached',
  'id #1 is unknown (12): none',
  'see section 4.3 (Request body) in the document: line 12',
  'ORA-1',
  'GamePlayerNotFound',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGF5ZXIifQ.c2lnbmF0dXJl',
  'etc/usr/var',
  'select a player',
  'the key is a duplicate',
  'Duplicate entry in tagKeys',
  'the constraint on the length of userId failed',
  'invalid column',
  'unknown column of the table',
  'the operation ER is unknown',
  'ERROR 5',
  'a MongoDB of games',
  'see the next 3 pages ... 12 more to come',
  'created by the player',
  'panic mode',
  'caused by: the player',
  String.raw`a \\ b`,
  'the tmp/tags of /tmp',
  'the password is wrong',
  'see https://example.com:8080/docs?password=none',
  'userId: 10 characters are expected',
  'a key like AKIA is not a key',
])('an ordinary message leaks nothing: %j', (text) => {
  expect(leakInText(text, '')).toBeUndefined();
});

const TRACE = 'Error: no\n    at f (/srv/app.js:1:2)';
const shown = (json: unknown): readonly string[] =>
  leaksIn(fromPlain(json)).map(({ kind, at }) => `${kind} ${at}`);

describe('the leaks of a reply', () => {
  test('are looked for in every member and reported with their place', () => {
    expect(shown({ returnCode: -3, debugMessage: TRACE })).toEqual(['stack-trace debugMessage']);
    expect(shown({ returnCode: 1, parameters: { errors: [{}, { sql: 'select * from tags' }] } })).toEqual([
      'sql parameters.errors[1].sql',
    ]);
    expect(shown([{ file: '/etc/hosts' }])).toEqual(['file-path body[0].file']);
  });

  test('are reported once for each kind: the first one', () => {
    const kinds = shown({
      debugMessage: TRACE,
      stack: TRACE,
      query: 'ORA-00942',
      file: '/var/log/x',
      other: '/etc/x',
    });
    expect(kinds.toSorted()).toEqual(['file-path file', 'sql query', 'stack-trace debugMessage']);
  });

  test('are looked for in member names and in pairs of key and value that are not tags', () => {
    expect(shown({ returnCode: 1, 'select * from tags': 1 })).toEqual(['sql select * from tags']);
    expect(
      shown({ returnCode: -5, invalidRequestParameters: [{ code: TRACE, invalidMemberType: 3 }] }),
    ).toEqual(['stack-trace invalidRequestParameters[0].code']);
    expect(shown({ errors: [{ key: 'a', value: TRACE }] })).toEqual(['stack-trace errors[0].value']);
  });

  test('are looked for in the status text and in headers', () => {
    const head = (...headers: (readonly [string, string])[]) =>
      leaksInHead({ headers }).map(({ kind, at }) => `${kind} ${at}`);
    expect(head(['X-Error', 'SQLSTATE[HY000]'], ['X-File', '/srv/tags/app.js'])).toEqual([
      'sql X-Error',
      'file-path X-File',
    ]);
    expect(leaksInHead({ statusText: 'no such table: tags', headers: [] })).toMatchObject([{ at: 'status' }]);
    const harmless = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Date', 'Sun, 22 Nov 2026 11:00:00 GMT'],
      ['Server', 'nginx/1.25.3 (Ubuntu)'],
      ['X-Powered-By', 'PHP/8.3.1'],
      ['Set-Cookie', 'id=1; Path=/var/tags; HttpOnly'],
      ['Location', '/etc/tags'],
      ['Link', '</home/a/b>; rel="next"'],
      ['Via', '1.1 vegur, http/1.1 /usr/x'],
      ['X-Request-Id', '5f0c/9b1d/7a'],
      ['Traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
      ['ETag', 'W/"/a/b/c"'],
    ] as const;
    expect(head(...harmless)).toEqual([]);
  });

  test('are not looked for in tags, which are data', () => {
    const tags = [{ key: '/etc/passwd', value: TRACE }];
    expect(shown({ returnCode: 1, parameters: { infoResponseParameters: { tags } } })).toEqual([]);
    expect(shown({ tags: [{ key: 'a', value: 'b', source: '/etc/passwd' }] })).toEqual([
      'file-path tags[0].source',
    ]);
  });
});

describe('a finding of a leak', () => {
  const request: Request = {
    endpoint: 'group.admin',
    method: 'POST',
    path: '/',
    headers: [['Secret-Key', { secret: 'admin' }]],
    body: bodyOf(String.raw`{"groupId":"/etc/passwd","tagKeys":["C:\\tags\\a.b"]}`),
  };
  const found = (debugMessage: string) => leakFindings(leaksIn(fromPlain({ debugMessage })), request);

  test('quotes what leaked and names its kind', () => {
    expect(found('see /etc/hosts')).toEqual([
      {
        kind: 'leak',
        leak: 'file-path',
        clause: 'principle/no-leak',
        level: 'should',
        at: 'debugMessage',
        expected: 'no file path of the server',
        actual: '/etc/hosts',
      },
    ]);
  });

  test('is not reported if the reply repeats the request', () => {
    expect(found('groupId /etc/passwd is unknown')).toEqual([]);
    expect(found(String.raw`tagKeys[0]: C:\tags\a.b is unknown`)).toEqual([]);
  });

  test('names a secret without quoting it', () => {
    const outcome = {
      kind: 'reply',
      status: 200,
      headers: [['X-Key', 'abc']],
      body: Buffer.from('{}'),
    } as const;
    const secretIn = (text: string) => (text.includes('abc') ? 'admin' : undefined);
    expect(secretLeaks({ request, outcome, ms: 0 }, secretIn)).toMatchObject([
      { leak: 'secret', at: 'X-Key', expected: 'no secret', actual: 'the value of the secret admin' },
    ]);
  });
});

/** Texts that make regular expressions backtrack. */
test.each([
  'at ',
  'select ',
  'SELECT a,',
  'from x where ',
  '/a',
  '/var',
  'C:\\a',
  '#1 ',
  'in a',
  '\n',
  ' ',
  'File "',
])('a megabyte of %j is read to its end', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(shown({ a: `${text}x`, b: text.slice(1), c: [text] }).length).toBeLessThanOrEqual(3);
  const lines = `${part.repeat(300)}\n`.repeat(500);
  expect(shown(Array.from({ length: 250 }, () => lines)).length).toBeLessThanOrEqual(1);
});

test('of a long line its beginning alone is read, and of many texts the first ones', () => {
  expect(shown({ a: `${' '.repeat(1000)}select * from tags` })).toEqual([]);
  expect(shown([...Array.from({ length: 70 }, () => 'x'.repeat(1000)), 'select * from tags'])).toEqual([]);
  expect(shown([...Array.from({ length: 60 }, () => 'x'.repeat(1000)), 'select * from tags'])).toHaveLength(
    1,
  );
});

describe('the tags of a subject in a refusal', () => {
  const TAGS = [
    { key: 'vip', value: 'gold' },
    { key: 'guild', value: 'larks' },
    { key: 'home', value: 'meadow-run' },
    { key: 'motto', value: 'say "hi" early' },
    { key: 'class', value: 'required' },
    { key: 'level', value: '12' },
    { key: 'none', value: '' },
  ];
  const request: Request = {
    endpoint: 'group.admin',
    method: 'POST',
    path: '/',
    headers: [],
    body: bodyOf('{"note":"a phrase of the caller","tagKeys":["vip","guild"]}'),
  };
  const leaked = (text: string, tags = TAGS): string | undefined =>
    tagLeaks(text, tags, ['meadow-run'], request)[0]?.actual;

  test.each([
    ['a phrase', 'no: say "hi" early'],
    ['a phrase in JSON', String.raw`{"debugMessage":"say \"hi\" early"}`],
    ['two short ones with their keys', 'no: vip=gold, guild=larks'],
    ['two short ones in JSON', '[{"key":"vip","value":"gold"},{"key":"guild","value":"larks"}]'],
  ])('%s is a leak', (_, text) => {
    expect(leaked(text)).toBeDefined();
  });

  test.each([
    ['a common word', 'userId is required'],
    ['one short value behind its key', 'vip=gold'],
    ['short values without keys', 'larks, gold, 12'],
    ['the keys alone', 'tagKeys: vip, guild are unknown'],
    ["the game's name", 'no such group in meadow-run'],
  ])('%s is none', (_, text) => {
    expect(leaked(text)).toBeUndefined();
  });

  test('what the request holds is none', () => {
    expect(leaked('a phrase of the caller', [{ key: 'k', value: 'a phrase of the caller' }])).toBeUndefined();
  });
});
