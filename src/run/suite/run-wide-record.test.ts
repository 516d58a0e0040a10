/** Faults of every reply are reported once for the run, and the cases keep their own verdicts. */
import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import type { NoReplyWhy, Outcome, Reply, ReplyHeaders } from '../../http/exchange.ts';
import { expand } from '../../cases/format/instance.ts';
import { loadSuite } from '../../cases/format/load-suite.ts';
import { factsOf, instancesOf, WORLD } from '../../cases/test-helpers/made.ts';
import { isSynthetic, type CaseFinished } from '../../report/record/events.ts';
import type { RunOptions } from './run.ts';
import {
  answeringAll,
  caseOf,
  larks,
  OTHERS,
  reply,
  runOf,
  scripted,
  noReply,
  type Ran,
  type Script,
} from './test-helpers/scripted.ts';

const JSON_TYPE: ReplyHeaders = [['Content-Type', 'application/json']];
const TAGS = [
  { key: 'motto', value: 'rise early' },
  { key: 'color', value: 'blue' },
];

const sent = (body: string | Uint8Array, headers: ReplyHeaders = JSON_TYPE): Reply => ({
  kind: 'reply',
  status: 200,
  headers,
  body: Buffer.from(body),
});
const RIGHT = reply(larks());
const TEXT = JSON.stringify(larks());
/** As a transport hands it over: it has decompressed the body. */
const gzipped = (body: string): Reply => sent(body, [...JSON_TYPE, ['Content-Encoding', 'gzip']]);
const TYPELESS = sent(TEXT, []);

const cases = (...names: readonly string[]) =>
  instancesOf(...names.map((name) => ({ id: `made/${name}`, for: ['group.server', 'group.admin'] })));

async function ran(script: Script, changes: Partial<RunOptions> = {}): Promise<Ran> {
  return runOf(cases('one', 'two'), scripted(script), changes);
}

const throughout = (result: Ran): readonly CaseFinished[] => result.cases.filter(isSynthetic);
const own = (result: Ran): readonly string[] =>
  result.cases.filter((each) => !isSynthetic(each)).map(({ verdict }) => verdict);

const GROUPS = 'on group.server, group.admin';
const NOTES = ['seen in 4 of 4 replies, in 4 of 4 cases, first in made/one@group.server', GROUPS];

describe('a fault of every reply', () => {
  test.each<readonly [word: string, outcome: Outcome, clause: string, at: string]>([
    ['content-type', TYPELESS, '1/json/type', 'Content-Type'],
    ['compression', gzipped(TEXT), 'principle/uncompressed', 'Content-Encoding'],
    ['error-code', reply(larks({}, null)), '2.4/error-code/present', ''],
    ['code-forms', reply(larks({ returnCode: '1' })), '7.1/form', 'returnCode'],
    [
      'leaked-stack-trace',
      reply(larks({ debugMessage: 'at a.B.c(B.java:1)' })),
      'principle/no-leak',
      'debugMessage',
    ],
  ])('%s is a separate warning, and every case passes', async (word, outcome, clause, at) => {
    const result = await ran(() => outcome);
    expect(own(result)).toEqual(['pass', 'pass', 'pass', 'pass']);
    const found = throughout(result);
    expect(found).toMatchObject([
      {
        kind: 'case-finished',
        case: {
          id: `throughout/${word}`,
          clauses: [clause],
          endpoint: 'group.server',
          endpoints: ['group.server', 'group.admin'],
          file: '',
          line: 0,
          chapter: 'throughout',
          index: 4,
        },
        verdict: 'warn',
        findings: [{ clause, level: 'should', at, exchange: 0 }],
        reason: '',
        decided: [],
      },
    ]);
    expect(found[0]?.notes?.at(-1)).toBe(GROUPS);
    if (word !== 'code-forms') expect(found[0]?.notes).toEqual(NOTES);
    expect(found[0]?.exchanges[0]?.step).toContain('made/one@group.server');
    expect(result.finished.totals).toEqual({ pass: 4, fail: 0, warn: 1, skip: 0, error: 0 });
    expect(result.outcome.totals).toEqual(result.finished.totals);
    expect(result.events.slice(-2).map(({ kind }) => kind)).toEqual(['case-finished', 'run-finished']);
  });

  test.each([
    ['in debugMessage', { debugMessage: 'not for you: rise early' }],
    ['in a member that the document does not name', { subject: { tags: TAGS } }],
  ])('a refusal that shows the tags of the subject %s is one warning', async (_, shown) => {
    const result = await ran(() => reply({ returnCode: -10, ...shown }));
    expect(throughout(result).map(({ case: { id }, verdict }) => [id, verdict])).toEqual([
      ['throughout/leaked-tags', 'warn'],
    ]);
  });

  test('the page of a router is one warning, and verifies nothing', async () => {
    const page: Outcome = { kind: 'reply', status: 404, headers: [], body: Buffer.from('<h1>404</h1>') };
    const instances = expand(loadSuite(['suites/4.1-endpoints.yaml'])).filter(({ id }) =>
      /^path\/(unknown-operation|trailing-slash)@group\.(server|admin)$/.test(id),
    );
    const result = await runOf(instances, answeringAll(page));
    expect(own(result)).toEqual(instances.map(() => 'skip'));
    expect(throughout(result)).toMatchObject([
      {
        case: { id: 'throughout/router-page', clauses: ['7.1/operation-invalid/status'] },
        findings: [{ clause: '7.1/operation-invalid/status', actual: 'HTTP 404' }],
      },
    ]);
    expect(result.cases.flatMap(({ decided }) => decided).length).toBeGreaterThan(0);
  });

  test('several findings are several entries, in the order of the table', async () => {
    const result = await ran(() =>
      sent(`\uFEFF${JSON.stringify(larks({ file: '/etc/hosts', sql: 'ORA-00942' }))}`, []),
    );
    expect(throughout(result).map(({ case: { id, index } }) => `${index} ${id}`)).toEqual([
      '4 throughout/content-type',
      '5 throughout/byte-order-mark',
      '6 throughout/leaked-sql',
      '7 throughout/leaked-file-path',
    ]);
  });

  test('a must still fails its case, without the faults of every reply', async () => {
    const others = sent((OTHERS as Reply).body, []);
    const result = await ran((request) => (caseOf(request) === 'made/two@group.admin' ? others : TYPELESS));
    expect(own(result)).toEqual(['pass', 'pass', 'pass', 'fail']);
    expect(result.cases[3]?.findings.map(({ kind }) => kind)).toEqual(['wrong-tags']);
    expect(throughout(result)[0]?.notes).toEqual(NOTES);
  });

  test('one case with many replies counts as one case', async () => {
    const instances = instancesOf({ id: 'made/many', for: 'group.server', steps: [{ times: 5 }] });
    const result = await runOf(
      instances,
      scripted((_, index) => (index < 2 ? RIGHT : TYPELESS)),
    );
    expect(throughout(result)[0]?.notes).toEqual([
      'seen in 3 of 5 replies, in 1 of 1 cases, first in made/many@group.server',
      'on group.server',
    ]);
  });

  test('a reply that only an open question allows is skipped, whatever its Content-Type', async () => {
    const world = { ...WORLD, complete: false };
    const listed = { returnCode: -5, invalidRequestParameters: [{ code: 'tagKeys', invalidMemberType: 2 }] };
    const plain = await ran(() => reply(listed), { facts: factsOf(world, partialDialect()) });
    const typeless = await ran(() => sent(JSON.stringify(listed), []), {
      facts: factsOf(world, partialDialect()),
    });
    expect(own(typeless)).toEqual(own(plain));
  });
});

test('a run that ends early reports its findings so far', async () => {
  const result = await ran((request) => (caseOf(request) === 'made/one@group.admin' ? OTHERS : TYPELESS), {
    failFast: true,
  });
  expect(result.ids).toEqual(['made/one@group.server', 'made/one@group.admin', 'throughout/content-type']);
  expect(throughout(result)[0]?.notes?.[0]).toMatch(/^seen in 1 of 2 replies, in 1 of 2 cases, /);
  expect(result.finished).toMatchObject({ totals: { pass: 1, fail: 1, warn: 1 } });
});

describe('a secret in a reply', () => {
  const secretIn = (text: string): string | undefined => (text.includes('abcdefgh') ? 'admin' : undefined);
  const mask = (text: string): string => text.replaceAll('abcdefgh', '<secret:admin>');
  const redaction = { mask, secretIn, curl: () => 'curl', secret: (name: string) => `<${name}>` };

  test.each<readonly [what: string, outcome: Outcome, at: string]>([
    ['in debugMessage', reply(larks({ debugMessage: 'banner, abcdefgh' })), 'body'],
    ['in another member', reply(larks({ session: { key: 'abcdefgh' } })), 'body'],
    ['in a header', sent(TEXT, [...JSON_TYPE, ['X-Key', 'abcdefgh']]), 'X-Key'],
    ['in a compressed reply', gzipped(TEXT.replace('{', '{"k":"abcdefgh",')), 'body'],
  ])('%s is named and not quoted', async (_, outcome, at) => {
    const result = await ran(() => outcome, { redaction });
    expect(own(result)).toEqual(['pass', 'pass', 'pass', 'pass']);
    const found = throughout(result).find(({ case: { id } }) => id === 'throughout/leaked-secret');
    expect(found).toMatchObject({
      findings: [
        {
          kind: 'leak',
          leak: 'secret',
          clause: 'principle/no-leak',
          level: 'should',
          at,
          actual: 'the value of the secret admin',
        },
      ],
      notes: NOTES,
    });
    expect(JSON.stringify(result.events)).not.toContain('abcdefgh');
  });

  test('is also found in replies to malformed requests', async () => {
    const steps = [{ send: { wire: 'garbage-head' }, expect: { reply: 'anything' } }];
    const instances = instancesOf({ id: 'made/odd', for: 'group.server', steps });
    const result = await runOf(instances, answeringAll(sent('abcdefgh', [])), { redaction });
    expect(throughout(result).map(({ case: { id } }) => id)).toEqual(['throughout/leaked-secret']);
  });
});

describe('a code field in two forms', () => {
  const NAMED = reply(larks({ returnCode: 'Ok' }));
  /** Answers with names only on group.admin, with numbers elsewhere. */
  const mixed: Script = ({ endpoint }) => (endpoint === 'group.admin' ? NAMED : RIGHT);
  const instances = [
    ...instancesOf({ id: 'made/asks', for: 'group.server', decides: 'codes.returnCode' }),
    ...cases('one', 'two'),
  ];

  test('is one warning with an example of each, and every case passes', async () => {
    const result = await runOf(instances, scripted(mixed));
    expect(own(result)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
    expect(throughout(result)).toMatchObject([
      {
        case: { id: 'throughout/code-forms', clauses: ['7.1/form'], endpoints: ['group.admin'] },
        verdict: 'warn',
        findings: [
          {
            kind: 'discouraged',
            clause: '7.1/form',
            at: 'returnCode',
            expected: 'returnCode in one form, number or name',
            actual:
              'number in 3 replies, first in made/asks@group.server; name in 2 replies, first in made/one@group.admin',
            exchange: 1,
          },
        ],
        notes: ['on group.admin'],
        exchanges: [
          { step: 'returnCode as number: made/asks@group.server' },
          { step: 'returnCode as name: made/one@group.admin' },
        ],
      },
    ]);
  });

  test('has a separate finding for each field', async () => {
    const fine = await runOf(instances, answeringAll(reply(larks({ returnCode: 'Ok' }))));
    expect(throughout(fine)).toEqual([]);
    const both: Script = ({ endpoint }) =>
      reply(endpoint === 'group.admin' ? larks({ returnCode: 'Ok' }, 'Ok') : larks());
    const [found] = throughout(await runOf(instances, scripted(both)));
    expect(found?.findings.map(({ at, exchange }) => [at, exchange])).toEqual([
      ['returnCode', 1],
      ['parameters.errorCode', 3],
    ]);
  });

  test('is a warning of each case if the target file declares the form', async () => {
    const declared = partialDialect([{ question: 'codes.returnCode', at: '', option: 'number' }]);
    const result = await runOf(instances, scripted(mixed), { facts: factsOf(WORLD, declared) });
    expect(own(result)).toEqual(['pass', 'pass', 'warn', 'pass', 'warn']);
    expect(result.cases[2]?.findings.map(({ clause }) => clause)).toEqual(['dialect/codes.returnCode']);
    expect(throughout(result)).toEqual([]);
  });

  test('digits do not count as a form, even if one is declared', async () => {
    const declared = partialDialect([{ question: 'codes.returnCode', at: '', option: 'number' }]);
    const digits = reply(larks({ returnCode: '1' }));
    const result = await runOf(instances, answeringAll(digits), { facts: factsOf(WORLD, declared) });
    expect(own(result)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
    expect(throughout(result)[0]?.findings).toMatchObject([
      { at: 'returnCode', actual: 'digits in 5 replies, first in made/asks@group.server' },
    ]);
  });

  test('also counts within one reply', async () => {
    const both = reply({
      returnCode: -5,
      invalidRequestParameters: [
        { code: 'groupId', invalidMemberType: 5 },
        { code: 'groupId', invalidMemberType: 'StringMinLength' },
      ],
    });
    const short = instancesOf({
      id: 'made/short',
      for: 'group.server',
      send: { alter: { $id: 'cut-one' } },
      expect: { reply: 'invalid', members: [{ code: '$id', type: 'StringMinLength' }] },
    });
    const result = await runOf(short, answeringAll(both));
    expect(own(result)).toEqual(['pass']);
    expect(throughout(result)[0]?.findings).toMatchObject([
      { at: 'invalidRequestParameters[].invalidMemberType' },
    ]);
  });
});

test('an envelope of a wrong type in answer to the preflight is judged, and is no page', async () => {
  const asHtml = (body: string): Outcome => sent(body, [['Content-Type', 'text/html; charset=utf-8']]);
  for (const first of [asHtml('\uFEFF {"returnCode":"SecretInvalid"}'), sent('{"returnCode":-11}', [])]) {
    const result = await runOf(
      cases('one'),
      scripted(
        () => asHtml(TEXT),
        () => first,
      ),
    );
    expect(own(result)).toEqual(['pass', 'pass']);
    expect(throughout(result).map(({ case: { id } }) => id)).toEqual(['throughout/content-type']);
  }
});

describe('a request that is answered only when it is sent again', () => {
  const missed = (why: NoReplyWhy): Script => {
    const seen = new Set<string>();
    return (request) => {
      const first = !seen.has(caseOf(request));
      seen.add(caseOf(request));
      return first ? noReply(why) : RIGHT;
    };
  };

  test('because the first reply was no HTTP is reported once for the run', async () => {
    const result = await ran(missed('not-http'));
    expect(own(result)).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(throughout(result)).toMatchObject([
      {
        case: { id: 'throughout/framing' },
        verdict: 'warn',
        findings: [{ level: 'should', actual: 'because not-http' }],
      },
    ]);
    expect(throughout(result)[0]?.notes).toEqual(NOTES);
  });

  test.each<readonly [why: NoReplyWhy, kind: string]>([
    ['closed', 'closed'],
    ['timeout', 'timed out'],
    ['unreachable', 'without a connection'],
  ])(
    'because the first try was %s breaks a must, while others are answered in between',
    async (why, kind) => {
      const result = await ran(missed(why));
      expect(own(result)).toEqual(['pass', 'pass', 'pass', 'pass']);
      expect(throughout(result)).toMatchObject([
        {
          case: { id: 'throughout/hung-up' },
          verdict: 'fail',
          findings: [
            {
              level: 'must',
              clause: '1/http-200/reply',
              actual: `4 of 7 requests (57 %) got no reply at first: 4 ${kind}`,
            },
          ],
        },
      ]);
    },
  );

  test('fails its case if even that gets no reply', async () => {
    const result = await ran((request) =>
      caseOf(request).startsWith('made/one') ? noReply('closed') : RIGHT,
    );
    expect(own(result)).toEqual(['fail', 'fail', 'pass', 'pass']);
    expect(throughout(result)).toMatchObject([{ case: { id: 'throughout/hung-up' }, verdict: 'warn' }]);
  });
});
