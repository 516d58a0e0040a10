/** Defects against principles: replies that show secrets, or how the server is made. */
import { RETURN_CODES } from '../../../src/spec/codes.ts';
import { ENVELOPE, type TagItem } from '../../../src/spec/envelope.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../../src/spec/headers.ts';
import { idSent, type Call } from '../../../src/judge/rules/call.ts';
import { UNKNOWN, type Lookup, type Subject } from '../../../src/world/world.ts';
import type { Encoded } from '../../../simulator/answer/stages.ts';
import {
  ANY,
  encoding,
  enveloping,
  NOT_FOUND,
  REFUSED,
  refusedAs,
  sending,
  TAGS,
  withJson,
  withLine,
} from '../../alterations/answers.ts';
import { boundGame } from '../../alterations/callers.ts';
import { each, isMembers, put, within, type ReplyJsonAlteration } from '../../alterations/json.ts';
import { on } from '../../alterations/places.ts';
import { headerOf } from '../../alterations/requests.ts';
import { breaking, rowsFor, type Alter, type Mutant } from '../mutant.ts';

const message = (text: string): ReplyJsonAlteration => put(ENVELOPE.debugMessage, text);

/** Another reply where the request has a header: made of its value. */
const echoing = (name: string, alter: (value: string, encoded: Encoded) => Encoded): Alter =>
  sending((encoded, incoming) => {
    const value = headerOf(incoming, name);
    return value === undefined ? encoded : alter(value, encoded);
  });

const toRefusals =
  (alter: ReplyJsonAlteration): ReplyJsonAlteration =>
  (envelope) =>
    isMembers(envelope) && envelope[ENVELOPE.returnCode] !== RETURN_CODES.Ok ? alter(envelope) : envelope;

/** Texts in the debugMessage of refusals that show how the server is made. */
const MESSAGES: readonly (readonly [name: string, what: string, text: string])[] = [
  ['cloud-key', 'a key of the cloud', 'the upload failed: AKIAIOSFODNN7EXAMPLE'],
  [
    'connection-string',
    'a connection string',
    'no connection to postgres://tags:hunter22@db.internal:5432/tags',
  ],
  ['dotnet-trace', 'a .NET stack trace', 'no\n   at Tags.Service.Get(String id) in /src/Tags.cs:line 12'],
  ['kotlin-trace', 'a Kotlin stack trace', 'no\n\tat com.example.TagsKt.get(Tags.kt:9)'],
  ['php-trace', 'a PHP stack trace', 'no\n#0 /var/www/html/index.php(12): TagService->get()\n#1 {main}'],
  ['node-trace', 'a Node.js stack trace', 'Error: no\n    at read (/app/body.js:14:22)'],
  ['go-trace', 'a Go stack trace', 'panic: no\n\ngoroutine 34 [running]:\nmain.get(0xc000)'],
  ['ruby-trace', 'a Ruby stack trace', "app/tags.rb:12:in `get': no (NoMethodError)"],
  ['mysql-error', 'an error of MySQL', "Unknown column 't.owner' in 'field list'"],
  [
    'postgresql-error',
    'an error of PostgreSQL',
    'duplicate key value violates unique constraint "tags_pkey"',
  ],
  ['sqlite-error', 'an error of SQLite', 'UNIQUE constraint failed: tags.key'],
  ['mssql-error', 'an error of SQL Server', "Invalid object name 'dbo.tags'."],
  ['mongo-error', 'an error of MongoDB', 'MongoServerError: not primary'],
  ['container-path', 'a path of its container', 'no key in /run/secrets/tag-key'],
];

/** The game that the call asks about. */
const gameOf = (call: Call): string => boundGame(call) ?? (call.game.is === 'given' ? call.game.id : '');

/** Other refusals, made of what the world has for the id that is asked for. */
const knowing =
  (alter: (found: Lookup<Subject>, call: Call) => ReplyJsonAlteration): Alter =>
  (stages) => ({
    ...stages,
    encode: (answer, call) => {
      const encoded = stages.encode(answer, call);
      const id = call === undefined ? undefined : idSent(call);
      if (call === undefined || typeof id !== 'string' || answer.kind !== 'refused') return encoded;
      return withJson(encoded, alter(stages.lookup(call.endpoint.resource, gameOf(call), id, call), call));
    },
  });

/** Where the token has expired, the message says whether the subject exists. */
const tellingWhoExists = knowing((found, { token }) =>
  token.is === 'known' && token.value.expired === true
    ? message(found.is === 'present' ? 'log in again' : 'log in again to look further')
    : same,
);

const same: ReplyJsonAlteration = (envelope) => envelope;

/** The refusal shows the tags of the subject. */
const showingTags = (show: (tags: readonly TagItem[]) => ReplyJsonAlteration): Alter =>
  knowing((found) =>
    found.is === 'present' && found.value.tags !== UNKNOWN ? show(found.value.tags) : same,
  );

export const LEAK_MUTANTS: readonly Mutant[] = breaking({
  'principle/no-leak': {
    'secret-key-in-hexadecimal': [
      'writes the secret key in hexadecimal into a member of every reply',
      echoing(SECRET_KEY, (key, encoded) =>
        withJson(encoded, put('trace', Buffer.from(key).toString('hex'))),
      ),
    ],
    ...rowsFor(MESSAGES, ([name, what, text]) => [
      `${name}-in-debug-message`,
      `writes ${what} into the debugMessage of refusals`,
      enveloping(REFUSED, message(text)),
    ]),
    'secret-key-in-debug-message': [
      'repeats the secret key in the debugMessage of refusals',
      echoing(SECRET_KEY, (key, encoded) => withJson(encoded, toRefusals(message(`refused: ${key}`)))),
    ],
    'secret-key-in-base64': [
      'writes the secret key into a member of every reply, in base64',
      echoing(SECRET_KEY, (key, encoded) =>
        withJson(encoded, put('trace', Buffer.from(`key=${key}`).toString('base64'))),
      ),
    ],
    'auth-token-in-header': [
      'repeats the auth token in a header of the reply',
      echoing(AUTH_TOKEN, (token, encoded) => withLine(encoded, 'X-Session', token)),
    ],
    'auth-token-in-member': [
      'writes the auth token into a member of successes',
      echoing(AUTH_TOKEN, (token, encoded) =>
        withJson(encoded, (envelope) =>
          isMembers(envelope) && envelope[ENVELOPE.returnCode] === RETURN_CODES.Ok
            ? { ...envelope, session: { token } }
            : envelope,
        ),
      ),
    ],
    'sql-in-debug-message': [
      'shows the SQL statement that found nothing',
      enveloping(NOT_FOUND, message('no row: select t.key, t.value from tags t where t.owner = $1')),
    ],
    'sqlstate-in-debug-message': [
      'shows the SQLSTATE of an internal failure',
      enveloping(refusedAs('InternalServerError'), message('SQLSTATE[HY000] [2002] Connection refused')),
    ],
    'file-path-in-member': [
      'names the file of its code in a member of successes on one endpoint',
      on(['group.admin'], enveloping(TAGS, put('source', { file: '/srv/tags/dist/handlers/group.js' }))),
    ],
    'java-trace-in-member': [
      'writes a Java stack trace into a member next to the debugMessage of refusals',
      enveloping(
        REFUSED,
        put('trace', [
          'com.example.Refused: no',
          '\tat com.example.tags.TagService.getTag(TagService.java:87)',
        ]),
      ),
    ],
    'python-trace-as-page': [
      'answers an internal failure with a Python stack trace in place of JSON',
      encoding(refusedAs('InternalServerError'), (encoded) => ({
        ...encoded,
        body: 'Traceback (most recent call last):\n  File "/srv/app.py", line 12, in get_tag\nKeyError',
      })),
    ],
    'windows-path-in-member': [
      'names a file of Windows in a member of every reply',
      enveloping(ANY, put('config', String.raw`C:\inetpub\tags\web.config`)),
    ],
    'sql-in-header': [
      'shows its SQL statement in a header of successes',
      encoding(TAGS, (encoded) => withLine(encoded, 'X-Query', 'select * from tags where owner = $1')),
    ],
    'file-path-in-header': [
      'names a file of its code in a header of every reply',
      encoding(ANY, (encoded) => withLine(encoded, 'X-Handler', '/srv/tags/dist/handlers/group.js')),
    ],
    'trace-in-listed-member': [
      'adds a stack trace to each failing member that it lists',
      enveloping(
        refusedAs('InvalidRequestParameters'),
        within(
          [ENVELOPE.invalidRequestParameters],
          each(put('stack', 'Error: no\n    at f (/srv/app.js:1:2)')),
        ),
      ),
    ],
    'sql-beside-tags': [
      'shows its SQL statement next to the tags',
      enveloping(
        TAGS,
        within(
          [ENVELOPE.parameters, ENVELOPE.info],
          put('debug', [{ key: 'sql', value: 'select * from tags' }]),
        ),
      ),
    ],
    'existence-in-words-of-expired': [
      'words the refusal of an expired token by whether the subject exists',
      tellingWhoExists,
    ],
    'tags-in-member-of-refusal': [
      'adds the tags of the subject to refusals, as a member beside the envelope',
      showingTags((tags) => put('subject', { tags })),
    ],
    'tags-in-debug-message': [
      'repeats the tags of the subject in the debugMessage of refusals',
      showingTags((tags) =>
        message(`refused: ${tags.map(({ key, value }) => `${key}=${value}`).join(', ')}`),
      ),
    ],
  },
});
