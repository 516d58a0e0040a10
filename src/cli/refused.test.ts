/** Command lines that a command refuses: exit 2, nothing on standard output, and an error that says what is wrong and what would be right. What reading refuses is in `options/reading.test.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../http/test-helpers/certificate.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';
import { servingBy } from './test-helpers/serving.ts';

const RECORD = 'reports/sample/events.ndjson';
const BRIEF = 'run --suite suites/7.2-not-found.yaml';

/** A command line, with DIR for the folder of the wrong files; and what the error says. */
type Row = readonly [words: string, ...says: readonly string[]];

const USAGE: readonly Row[] = [
  ['run --reporter json --reporter junit', 'only one report can go to standard output: give junit a path'],
  ['run --target http://127.0.0.1:0', 'a base URL with the port 0', 'give the port on which'],
  [
    'run fixtures/world.yaml',
    'fixtures/world.yaml: this file names no target',
    'add target: URL to it; without one it is a world file, for --world beside a URL',
  ],
  ['run --target fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --world fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --suite missing', 'missing: there is no such file or folder', 'name a suite file, or a folder'],
  ['run --suite node_modules/.bin', 'node_modules/.bin: no suite file (*.yaml) is in this folder'],
  ['run --suite fixtures/world.yaml', 'fixtures/world.yaml: this is a target or world file, not a suite'],
  [
    'run --suite suites/7.2-not-found.yaml --suite suites/7.2-not-found.yaml',
    'the id "not-found/plain" is already used at suites/7.2-not-found.yaml:',
  ],
  [`${BRIEF} --only nonsense/x`, '--only nonsense/x matches no case, clause or endpoint', 'tagproof list'],
  [
    `${BRIEF} --only not-fuond/plain`,
    'matches no case, clause or endpoint',
    'did you mean "not-found/plain"?',
  ],
  [`${BRIEF} --only not-found/* --skip not-found/*`, 'no case is selected'],
  [`${BRIEF} --skip nothing/like-it`, '--skip nothing/like-it matches no case'],
  ['list --suite missing', 'missing: there is no such file or folder'],
  ['fuzz --only alowed', 'did you mean "allowed"?'],
  ['fuzz --only zzz', 'one of: allowed, envelope, answered,'],
  ['exec -- no-such-command-anywhere', 'exec no-such-command-anywhere: there is no such command'],
  ['exec -- npm run build && npm test', "write: npx tagproof exec -- sh -c 'first && second'"],
  ['exec -- ./package.json', 'exec ./package.json: may not be run'],
  ['exec -- ./src', 'exec ./src: is a folder; name the command in it'],
  ['exec --host 192.0.2.1 -- true', 'host 192.0.2.1: it is no address of this machine'],
  ['simulate --port 0 --host no-such-host.invalid', 'host no-such-host.invalid: '],
  ['simulate fixtures/world.yaml', 'a whole number from 0 to 65535; a world is named by --world FILE'],
  [`report ${RECORD} -o junit.xlm`, 'files that end in .xlm', 'did you mean ".xml"?'],
  [`report ${RECORD} --reporter DIR/report.htm`, 'did you mean ".html"?'],
  [
    'compare no-such.ndjson simulator',
    'compare no-such.ndjson: there is no such file',
    'name the record of a run',
  ],
  ['report no-such.ndjson', 'no-such.ndjson: no such file'],
  ['report package.json', 'package.json:1:'],
  [
    'run reports/sample/report.json',
    'report.json: this is the JSON report of a run, not a target or world file',
  ],
  ['exec --vary id.emty -- true', 'did you mean "id.empty"?'],
  [`report ${RECORD} --reporter html=/no/such/x.html`, 'its folder does not exist'],
  [
    `report ${RECORD} --case id/one-short`,
    '3 cases match "id/one-short"; name one:\n  id/one-short@gamePlayer.client\n',
  ],
  [`report ${RECORD} --case id/one-shrot@group.client`, 'did you mean "id/one-short@group.client"?'],
  ['fixtures --out world.txt', 'neither .yaml nor .json'],
  ['fixtures 1 --out no/such/folder/world.yaml', 'no/such/folder/world.yaml'],
  ['probe simulator --write', '--write: there is no target file'],
  ['probe --write --target http://127.0.0.1:1', '--write: there is no target file'],
  ['judge none.har', 'none.har: no such file'],
  ['judge a.har b.har --masked-copy DIR/copy.har', '--masked-copy: a copy is made of one file'],
  ['simulate --state none/state.json', 'none/state.json'],
  ['simulate --state src', 'src'],
  ['run --watch', '--watch shows one screen', 'needs a terminal'],
];

/** What may be a secret is not printed. */
const HIDDEN = 'not-to-be-shown';
const SECRETS: readonly Row[] = [
  [`run --target http://ann:${HIDDEN}@127.0.0.1:1`, 'target http://…@127.0.0.1:1: '],
  [`run --target http://ann:${HIDDEN}@[`, 'target http://…@[: '],
  ['run --world DIR/secret.yaml', 'did you mean "Player"?'],
  ['run --suite DIR/one-line.yaml', 'one-line.yaml: this is a target or world file, not a suite'],
  ['run --baseline DIR/one-line.yaml', 'one-line.yaml: this is a target or world file, not a baseline'],
  ['run --suite DIR/spelt-out.yaml', 'spelt-out.yaml:3:78: unknown key "sett"'],
  ['run --world DIR/env-secret.yaml', 'env-secret.yaml:2:33: this environment variable is not set'],
  ['run --world DIR/player.yaml', 'player.yaml:2:58: "player" must have 10 characters, not 15'],
  [`init https://a.example --admin-key ${HIDDEN.replaceAll('-', '_')}`, '--admin-key: this is not the name'],
  ['simulate --cert DIR/cert.pem --key DIR/other.pem', 'the key belongs to another certificate'],
  ['simulate --cert package.json --key DIR/key.pem', '--cert package.json: the file holds no PEM text'],
  ['simulate --cert none.pem --key DIR/key.pem', 'none.pem: no such file'],
];

/** Of two faults the one that is cheaper to find is reported: before the suite is read. */
const TWO_FAULTS: readonly Row[] = [
  ['run fixtures/world.yaml --suite none', 'this file names no target'],
  ['fuzz --target package.json --only none', '--only none'],
  ['simulate --world package.json --format none', '--format none'],
  ['simulate --world package.json --dialect no=ne', '--dialect no=ne'],
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
  'one-line.yaml': `world: { secretKeys: [{ name: a, key: ${HIDDEN} }] }\n`,
  'spelt-out.yaml': `chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [4.5.2/tags], for: all, send: { headers: { sett: { Secret-Key: ${HIDDEN} } } }, expect: { reply: tags } }\n`,
  'env-secret.yaml': `world:\n  secretKeys: [{ name: a, key: "\${env:${HIDDEN.replaceAll('-', '_')}}" }]\n`,
  'player.yaml': `world:\n  authTokens: [{ name: a, token: "abcdefghijkl", player: ${HIDDEN} }]\n`,
  'dialect.yaml': 'dialect:\n  tagKeys.effect: filtr\n',
  'plain.yaml': TARGET,
  'misspelt.yaml': 'dialekt: { codes.returnCode: name }\n',
  'url.yaml': 'target: staging.example.com\n',
  'beside.yaml': 'target: http://127.0.0.1:1/base\nworld: {}\n',
  'none.yaml': 'chapter: none\ncases: []\n',
  'empty.yaml': '',
  'suite.yaml':
    'chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expext: { reply: tags } }\n',
  'baseline.yaml': '- { clause: 7.3/string-min-lenght, kind: not-jsn, reason: why, until: "2027-13-01" }\n',
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
  ['run --world DIR/dialect.yaml', 'DIR/dialect.yaml:2:19: "tagKeys.effect" can\'t be'],
  [
    'run --target DIR/url.yaml',
    'DIR/url.yaml:1:9: "target" is wrong: not a URL: http:// or https:// is missing',
  ],
  ['run --suite DIR/suite.yaml', 'DIR/suite.yaml:3:', 'unknown key "expext"', 'did you mean "expect"?'],
  ['list --suite DIR/suite.yaml', 'unknown key "expext"'],
  ['run --suite DIR/none.yaml', 'DIR/none.yaml'],
  ['run --suite DIR/empty.yaml', 'DIR/empty.yaml: the file is empty'],
  ['simulate --dialect DIR/plain.yaml', 'it has no dialect:'],
  ['simulate --dialect DIR/misspelt.yaml', 'did you mean "dialect"?'],
  ['simulate --dialect DIR/dialect.yaml', 'did you mean "filter"?'],
  [
    'run --baseline DIR/baseline.yaml',
    'DIR/baseline.yaml:1:13: "clause" can\'t be "7.3/string-min-lenght"',
    'DIR/baseline.yaml:1:42: "kind" can\'t be "not-jsn"',
    'DIR/baseline.yaml:1:71: "until" can\'t be "2027-13-01"',
    'there is no such day',
  ],
  ['run --baseline DIR/old-baseline.yaml', '--baseline DIR/old-baseline.yaml --update-baseline'],
  ...['run', 'fuzz --runs 1', 'probe'].map((words): Row => [`${words} --world DIR/beside.yaml`, LEFT_ASIDE]),
];

/** A path that can't be read or written, for every option and argument that names one; `base/file-trouble.test.ts` has each kind. */
const IMPOSSIBLE = [
  'run --suite PATH',
  'run --world PATH',
  'run --target PATH.yaml',
  'list --suite PATH',
  'list --lint --world PATH',
  'explain id/number --suite PATH',
  'simulate --world PATH',
  'simulate --dialect PATH',
  'probe --suite PATH',
  'probe --write --target PATH.yaml',
  'fuzz --world PATH',
  'run --reporter junit=PATH',
  'fuzz --runs 1 --reporter json=PATH',
  'fuzz --runs 1 --save PATH',
];

describe.each(Object.entries({ USAGE, SECRETS, TWO_FAULTS, IN_FILES }))('%s', (_, rows) => {
  test.each(rows)('tagproof %s', async (line, ...says) => {
    const { exit, out, err } = await tagproof(line.replaceAll('DIR', dir));
    for (const text of says) expect(err).toContain(text.replaceAll('DIR', dir));
    expect([exit, out]).toEqual([2, '']);
    expect(err).not.toMatch(/fault of tagproof|^\s+at |PRIVATE|not.to.be.shown/m);
  });
});

test.each(IMPOSSIBLE)('%s', async (words) => {
  const { exit, err, out } = await tagproof(words.replace('PATH', join(dir, 'empty.yaml/x')));
  expect(err).toMatch(/^error: [^\n]+; [^\n]+\n$|^error: [^\n]+\n[^\n]+\n$/);
  expect([exit, out]).toEqual([2, '']);
  expect(filesIn(dir)).toEqual(Object.keys(FILES).toSorted());
});

test('a report that can not be written is refused before anything is sent', async () => {
  let asked = 0;
  const url = await servingBy((_, response) => response.end((asked += 1)));
  const { exit, out } = await tagproof(`run ${url} --reporter junit=${dir}/none/x`);
  expect([exit, out, asked]).toEqual([2, '', 0]);
});
