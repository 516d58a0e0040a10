/** Command lines that are refused: exit 2, nothing on standard output, and an error that says what is wrong and what would be right. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../http/test-helpers/certificate.ts';
import { folder, tagproof } from './test-helpers/captured.ts';

const RECORD = 'reports/sample/events.ndjson';

/** A command line with a blank between its words, '' for an empty one, and DIR for the folder of the wrong files; and what the error says. */
type Row = readonly [words: string, ...says: readonly string[]];

const USAGE: readonly Row[] = [
  ['', 'Usage: tagproof [options] [command]'],
  ['frobnicate', "unknown command 'frobnicate'"],
  ['rum', "unknown command 'rum'", 'Did you mean run?'],
  ['help frobnicate', 'Usage: tagproof [options] [command]'],
  ['run --bogus', "unknown option '--bogus'", '(see --help)'],
  ['run --reportr json', "unknown option '--reportr'", 'Did you mean --reporter?'],
  ['run extra', "too many arguments for 'run'"],
  ['run --target', "option '--target <url-or-file>' argument missing"],
  ['run --concurrency 0', "'--concurrency <n>' argument '0' is invalid. It is a whole number from 1 to"],
  ['run --timeout -5', "'--timeout <time>' argument '-5' is invalid. It is a time from 1ms to 1440m"],
  ['run --max-time -1s', "'--max-time <time>' argument '-1s' is invalid. It is a time"],
  ['run --rate 0', "'--rate <n>' argument '0' is invalid. It is a number of requests per second, above 0."],
  ['run --min-coverage 101%', "argument '101%' is invalid. It is a percentage above 0 and at most 100"],
  ['run --fail-on warning', 'It is one of: fail, warn, skip'],
  ['fuzz --seed 2147483648', 'It is a whole number from 0 to 2147483647'],
  ['fuzz --runs 0', 'It is a whole number from 1'],
  ['simulate --port 70000', "'--port <n>' argument '70000' is invalid. It is a whole number from 0 to 65"],
  ['simulate --host 127.0.0.1/base', 'It is an address or a name: 127.0.0.1 for this machine alone'],
  ['simulate --control-token short', '16 to 200 visible characters'],
  ['simulate --json --quiet', 'cannot be used with'],
  ['simulate --log yaml', 'text, json, none'],
  ['run --reporter jsn', '--reporter jsn: there is no reporter "jsn"', 'did you mean "json"?'],
  ['run --reporter pdf', 'there is no reporter "pdf"', 'reporters: console, json, ndjson, junit'],
  ['run --reporter json=', '--reporter json=: the path behind = is empty'],
  [
    'run --reporter json --reporter junit',
    'only one report can go to standard output: give junit a path, --reporter junit=FILE',
  ],
  [
    'run --target staging',
    '--target staging: there is no such file, and it is not a URL',
    'name a target file, or a URL such as http://127.0.0.1:8080',
  ],
  ['run --target localhost:8080', '--target localhost:8080: there is no such file, and it is not a URL'],
  ['run --target ftp://example.com', 'a URL of ftp://, but only http and https are spoken'],
  ['run --target http://127.0.0.1:0', 'a base URL with the port 0', 'give the port on which'],
  [
    'run --target fixtures/world.yaml',
    '--target fixtures/world.yaml: this file names no target',
    'add target: URL to it, or give --target URL --world fixtures/world.yaml',
  ],
  ['run --target missing.yaml', 'missing.yaml: no such file; check the path, which is relative to'],
  ['run --target fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --world fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --suite missing', 'missing: there is no such file or folder', 'name a suite file, or a folder'],
  ['run --suite node_modules/.bin', 'node_modules/.bin: no suite file (*.yaml) is in this folder'],
  ['run --suite fixtures/world.yaml', 'fixtures/world.yaml:', 'the key "chapter" is missing'],
  [
    'run --suite suites --suite suites/1-service.yaml',
    'the id "reply/success" is already used at suites/1-service.yaml:',
  ],
  ['run --only nonsense/x', '--only nonsense/x matches no case, clause or endpoint', 'tagproof list'],
  ['run --only 7.3/knwon', 'matches no case, clause or endpoint', 'did you mean "7.3/known"?'],
  ['run --only 7.3 --skip 7.3', 'no case is selected'],
  ['run --only 7.3 --skip nothing/like-it', '--skip nothing/like-it matches no case'],
  ['list --only grup.admin', 'did you mean "group.admin"?'],
  ['list --suite missing', 'missing: there is no such file or folder'],
  ['run --exchanges telling', "argument 'telling' is invalid. Did you mean failed?"],
  ['run --exchanges none', "argument 'none' is invalid. Allowed choices are failed, all."],
  ['list --target missing.yaml', 'it has no effect without --lint', 'add --lint, or leave --target out'],
  ['list --world fixtures/world.yaml', 'list --world: it has no effect without --lint'],
  ['list --lint --only 7.3', 'list --only: it has no effect with --lint', 'leave one of them out'],
  ['list --lint --skip 7.3', 'list --skip: it has no effect with --lint'],
  ['simulate --no-control --control-host a.test', 'it has no effect with --no-control'],
  ['simulate --cert package.json', 'it has no effect without --key'],
  ['simulate --key package.json', 'it has no effect without --cert'],
  ['fuzz --only alowed', 'did you mean "allowed"?'],
  ['fuzz --only zzz', 'one of: allowed, envelope, answered,'],
  ['exec', "missing required argument 'command'"],
  ['exec -- no-such-command-anywhere', 'exec no-such-command-anywhere: there is no such command'],
  ['exec --world none.yaml -- true', 'none.yaml: no such file'],
  ['exec --prot 1 -- true', "unknown option '--prot'"],
  ['exec -- ./package.json', 'exec ./package.json: may not be run'],
  ['exec -- ./src', 'exec ./src: is a folder; name the command in it'],
  ['exec --host 192.0.2.1 -- true', 'host 192.0.2.1: it is no address of this machine'],
  [`report ${RECORD} --reporter htlm=x`, 'did you mean "html"?'],
  ['report no-such.ndjson', 'no-such.ndjson: no such file'],
  ['report package.json', 'package.json:1:'],
  ['report', "missing required argument 'events.ndjson'"],
  [`report ${RECORD} --reporter html=/no/such/x.html`, 'its folder does not exist'],
  [
    `report ${RECORD} --case id/one-short`,
    '3 cases match "id/one-short"; name one:\n  id/one-short@gamePlayer.client\n',
  ],
  [`report ${RECORD} --case id/one-shrot@group.client`, 'did you mean "id/one-short@group.client"?'],
  ['fixtures --out world.txt', 'neither .yaml nor .json'],
  ['fixtures --players -1 --out world.yaml', '--players'],
  ['fixtures --out no/such/folder/world.yaml', 'no/such/folder/world.yaml'],
  ['probe --write', '--write: there is no target file'],
  ['probe --write --target http://127.0.0.1:1', '--write: there is no target file'],
  ['explain id/one-shrt', 'did you mean "id/one-short"?'],
  ['judge none.har', 'none.har: no such file'],
  ['judge - --masked-copy DIR/copy.har', '--masked-copy: a copy is made of one file'],
  ['run --update-baseline', 'no effect without --baseline'],
  ['simulate --state none/state.json', 'none/state.json'],
  ['simulate --state src', 'src'],
  ['run --watch', '--watch shows one screen', 'needs a terminal'],
  ['run --watch --reporter junit=x.xml', '--reporter', '--watch'],
];

/** Empty arguments, as a shell passes for unset variables. */
const EMPTY: readonly Row[] = ["run --target ''", "fuzz --save ''", "explain ''"].map((words): Row => [
  words,
  'It is empty; name something, or leave it out.',
]);

/** What may be a secret is not printed. */
const HIDDEN = 'not-to-be-shown';
const SECRETS: readonly Row[] = [
  [`run --target http://ann:${HIDDEN}@127.0.0.1:1`, '--target http://…@127.0.0.1:1: '],
  [`run --target http://127.0.0.1:1/?key=${HIDDEN}`, '--target http://127.0.0.1:1/?…: '],
  [`run --target ftp://ann:${HIDDEN}@127.0.0.1`, '--target ftp://…@127.0.0.1: '],
  [`run --target http://ann:${HIDDEN}@[`, '--target http://…@[: '],
  ['run --world DIR/secret.yaml', 'did you mean "Player"?'],
  ['simulate --cert DIR/cert.pem --key DIR/other.pem', "these can't be served"],
  ['simulate --cert package.json --key DIR/key.pem', "these can't be served"],
  ['simulate --cert none.pem --key DIR/key.pem', 'none.pem: no such file'],
];

/** Of two faults the one that is cheaper to find is reported: a mistyped path before the suite is read. */
const TWO_FAULTS: readonly Row[] = [
  ['run --suite none --target none.yaml', 'none.yaml: no such file'],
  ['run --suite none --world none.yaml', 'none.yaml: no such file'],
  ['run --target none.yaml --reporter none', 'none.yaml: no such file'],
  ['run --target fixtures/world.yaml --suite none', 'this file names no target'],
  ['run --suite none --reporter none', 'there is no reporter "none"'],
  ['run --target none.yaml --only none', 'none.yaml: no such file'],
  ['list --lint --suite none --target none.yaml', 'none.yaml: no such file'],
  ['probe --suite none --target none.yaml', 'none.yaml: no such file'],
  ['fuzz --target package.json --only none', '--only none'],
  ['simulate --world package.json --format none', '--format none'],
  ['simulate --world package.json --set none', '--set none'],
  ['simulate --world none.yaml --host=', '--host'],
  ['simulate --world fixtures/world.yaml --dialect none.yaml', 'none.yaml: no such file'],
];

/** Files with one fault each, and others that the rows name. */
const dir = folder();
const TARGET =
  'target: "${env:NOT_SET}"\nhttp: { ca: none.pem }\nworld: { secretKeys: [{ name: admin, key: "${env:ALSO_NOT_SET}" }] }\n';
const [pair, other] = [makeCertificate(), makeCertificate()];
const FILES: Readonly<Record<string, string>> = {
  'world.yaml': 'world:\n  secretKys: []\n',
  'env.yaml': 'world:\n  secretKeys: [{ name: a, key: "${env:NO_SUCH_KEY}" }]\n',
  'secret.yaml': `world:\n  secretKeys: [{ name: a, key: ${HIDDEN}, role: Playr }]\n`,
  'dialect.yaml': 'dialect:\n  tagKeys.effect: filtr\n',
  'plain.yaml': TARGET,
  'misspelt.yaml': 'dialekt: { codes.returnCode: name }\n',
  'url.yaml': 'target: staging.example.com\n',
  'beside.yaml': 'target: http://127.0.0.1:1/base\nworld: {}\n',
  'none.yaml': 'chapter: none\ncases: []\n',
  'empty.yaml': '',
  'suite.yaml':
    'chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expext: { reply: tags } }\n',
  'baseline.yaml': '- { clause: 7.3/string-min-lenght, kind: not-json, reason: why }\n',
  'old-baseline.yaml': 'baseline: 1\nfindings: []\n',
  'cert.pem': pair?.cert ?? '',
  'key.pem': pair?.key ?? '',
  'other.pem': other?.key ?? '',
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(dir, name), text);

/** A target file as the world of the embedded simulator: its target would be left aside. */
const LEFT_ASIDE =
  '--world DIR/beside.yaml: this file names the target http://127.0.0.1:1/base, which --world does not use\ngive --target DIR/beside.yaml to reach it, or take target: out of the file to use the embedded simulator\n';

/** Place, source line and the right word, for each command that reads them. */
const IN_FILES: readonly Row[] = [
  ['run --world DIR/world.yaml', '\n 2 |   secretKys: []\n   |   ^^^^^^^^^', 'did you mean "secretKeys"?'],
  ['simulate --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
  ['list --lint --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
  ['run --target http://127.0.0.1:1 --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
  ['run --world DIR/env.yaml', 'the environment variable NO_SUCH_KEY is not set', 'export NO_SUCH_KEY='],
  ['run --world DIR/dialect.yaml', 'DIR/dialect.yaml:2:19: no option of "tagKeys.effect"'],
  ['run --target DIR/url.yaml', 'DIR/url.yaml:1:9: not a URL: http:// or https:// is missing'],
  ['run --suite DIR/suite.yaml', 'DIR/suite.yaml:3:', 'unknown key "expext"', 'did you mean "expect"?'],
  ['list --suite DIR/suite.yaml', 'unknown key "expext"'],
  ['run --suite DIR/none.yaml', 'DIR/none.yaml'],
  ['run --suite DIR/empty.yaml', 'DIR/empty.yaml:1:1: the file is empty'],
  ['simulate --dialect DIR/plain.yaml', 'it has no dialect:'],
  ['simulate --dialect DIR/misspelt.yaml', 'did you mean "dialect"?'],
  ['simulate --dialect DIR/dialect.yaml', 'did you mean "filter"?'],
  ['run --baseline DIR/baseline.yaml', 'DIR/baseline.yaml:1:13: no clause is called "7.3/string-min-lenght"'],
  ['run --baseline DIR/old-baseline.yaml', '--baseline DIR/old-baseline.yaml --update-baseline'],
  ...['run', 'fuzz --runs 1', 'probe'].map((words): Row => [`${words} --world DIR/beside.yaml`, LEFT_ASIDE]),
];

/** Uses a small suite if the fault is not in the suite. */
const brief = (words: string): string =>
  /--(suite|only|skip|help|lint)/.test(words)
    ? words
    : words.replace(/^run /, 'run --suite suites/7.2-not-found.yaml ');

describe.each(Object.entries({ USAGE, EMPTY, SECRETS, TWO_FAULTS, IN_FILES }))('%s', (_, rows) => {
  test.each(rows)('tagproof %s', async (line, ...says) => {
    const words = brief(line).replaceAll('DIR', dir).split(' ').filter(Boolean);
    const { exit, out, err } = await tagproof(words.map((word) => (word === "''" ? '' : word)));
    for (const text of says) expect(err).toContain(text.replaceAll('DIR', dir));
    expect([exit, out]).toEqual([2, '']);
    expect(err).not.toMatch(/fault of tagproof|^\s+at |PRIVATE|not-to-be-shown/m);
  });
});
