/** What fuzzing hands over: for each kind of finding a defect, the smallest example, and commands that really show it. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, tagproof, type Ended } from '../src/cli/test-helpers/captured.ts';
import { serving, servingMutant } from '../src/cli/test-helpers/serving.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import type { Exchange, Outcome } from '../src/http/exchange.ts';
import { failureText } from '../src/fuzz/failures/failure-file.ts';
import { fuzz } from '../src/fuzz/fuzz.ts';
import { bucketKeyOf, firstFindings } from '../src/fuzz/failures/failure-buckets.ts';
import { judgeTrial } from '../src/fuzz/trials/judge-trial.ts';
import type { JudgedRequest } from '../src/fuzz/trials/compare-replies.ts';
import { fuzzInputsOf } from '../src/fuzz/trials/fuzz-inputs.ts';
import { performTrial, senderOf } from '../src/fuzz/trials/send-trial.ts';
import { PHASE_NAMES } from '../src/fuzz/campaign/phases.ts';
import { PROPERTY_NAMES } from '../src/fuzz/trials/properties.ts';
import type { Failure } from '../src/fuzz/failures/failure-buckets.ts';
import { shrinkCandidates } from '../src/fuzz/failures/shrink-candidates.ts';
import { check } from '../src/judge/compare/check.ts';
import type { FindingKind } from '../src/judge/finding.ts';
import type { Sender } from '../src/engine/send.ts';
import { curlOf, curlSendsAll } from '../src/transport/shell/curl.ts';
import { openTransport } from '../src/transport/pool/pool-transport.ts';
import { rawCommandOf } from '../src/transport/shell/raw-command.ts';
import { ReplyParser } from '../src/transport/raw/reply-parser.ts';
import { secretStoreOf } from '../src/transport/secrets/secrets.ts';
import { targetAt } from '../src/transport/test-helpers/requests.ts';
import { atFileEnd } from './test-helpers/file-end.ts';
import { FILE as file, WORLD } from './test-helpers/shipped.ts';

const secretStore = secretStoreOf(file.secrets);
const dialect = completeDialect(file.dialectAnswers);
const inputs = fuzzInputsOf(
  { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect },
  true,
);
const SETTINGS = { headers: [], timeoutMs: 5000, connections: 16 };
const signal = new AbortController().signal;

/** A mutant for each kind of finding that a single one shows first. */
const DEFECTS: readonly (readonly [kind: FindingKind, mutant: string])[] = [
  ['no-reply', 'hang-up-on-malformed-body'],
  ['redirect', 'redirect-without-key'],
  ['status', 'wrong-key-as-http-401'],
  ['compressed', 'large-replies-compressed'],
  ['content-type', 'refusals-without-type'],
  ['byte-order-mark', 'byte-order-mark'],
  ['not-json', 'backslashes-not-escaped'],
  ['not-envelope', 'refusal-without-return-code'],
  ['unknown-code', 'error-code-zero'],
  ['wrong-type', 'tags-as-object'],
  ['wrong-name', 'list-called-invalid-members'],
  ['missing-data', 'no-info-when-missing'],
  ['data-beside', 'list-beside-success'],
  ['wrong-outcome', 'late-keys-not-checked'],
  ['wrong-member', 'elements-counted-from-one'],
  ['no-member', 'list-empty'],
  ['wrong-tags', 'last-character-not-compared'],
  ['leak', 'stack-trace-of-missing-key'],
  ['discouraged', 'no-error-code-on-success'],
  ['against-dialect', 'trailing-slash-loses-body'],
  ['differs', 'blanks-before-body-not-read'],
];

const files = folder();
let plain = '';
beforeAll(async () => {
  plain = await serving();
});

function senderTo(url: string): Sender {
  const transport = openTransport({ baseUrl: new URL(url), secretStore, settings: SETTINGS });
  atFileEnd(() => transport.close());
  return senderOf({ transport, signal, dialect, mask: (text) => text, rate: undefined });
}

/** The failure of a kind that fuzzing finds on a mutant; fuzzing ends when it was seen as a cause. */
async function failureOf(kind: FindingKind, url: string): Promise<Failure> {
  const { transport } = senderTo(url);
  const { failures } = await fuzz({
    inputs,
    transport,
    mask: (text) => text,
    target: url,
    seed: 1,
    phases: PHASE_NAMES,
    properties: PROPERTY_NAMES,
    concurrency: 16,
    runs: 40_000,
    timeMs: undefined,
    rate: undefined,
    signal,
    watch: ({ last }) => !firstFindings(last).some(({ finding }) => finding.kind === kind),
  });
  const failure = failures.find(({ finding }) => finding.kind === kind);
  if (failure === undefined)
    throw new Error(`no ${kind} was found, only ${failures.map(({ key }) => key).join('; ')}`);
  return failure;
}

const bash = promisify(execFile);

/** What a printed command prints, read as HTTP. A connection that ends without a reply is an outcome, too. */
async function outcomeOf(command: string): Promise<Outcome> {
  const shown = command.replace(/\bcurl -sS/, 'curl -sS -i');
  const { stdout } = await bash('bash', ['-c', shown], { encoding: 'buffer' }).catch(
    (error: { stdout: Buffer }) => error,
  );
  const parser = new ReplyParser('POST', { headBytes: 2 ** 20, bodyBytes: 2 ** 25 });
  const parsed = parser.push(stdout);
  return parsed.kind === 'more' ? parser.end() : parsed;
}

/** The command that is printed for one request of a failure: a curl line, or the one that sends a file of bytes. */
function commandFor({ planned: { request } }: JudgedRequest, url: string, name: string): string {
  const target = targetAt(url, {}, secretStore);
  if (curlSendsAll(request, secretStore)) return curlOf(request, target);
  const path = join(files, `${name}.raw`);
  const { bytes, command } = rawCommandOf(request, target, path);
  writeFileSync(path, bytes);
  return command;
}

/** The causes that the printed commands of a failure show, run one after the other. */
async function causesByCommands({ tried }: Failure, url: string): Promise<readonly string[]> {
  const judged: JudgedRequest[] = [];
  for (const [at, each] of tried.judged.entries()) {
    const outcome = await outcomeOf(commandFor(each, url, `request-${at}`));
    const exchange: Exchange = { request: each.planned.request, outcome, ms: 0 };
    judged.push({ ...each, exchange, judgement: check(each.planned.allowed, exchange, dialect) });
  }
  return judgeTrial(tried.trial, judged, inputs).map(bucketKeyOf);
}

const replayed = (path: string, url: string): Promise<Ended> =>
  tagproof(['replay', path, '--target', url, '--world', WORLD]);

const REDACTION = {
  mask: (text: string) => text,
  secretIn: () => undefined,
  curl: () => '',
  secret: (name: string) => name,
};

describe('a failure of the kind', () => {
  test.each(DEFECTS)(
    '%s is the smallest, and its commands show it: %s',
    { timeout: 300_000 },
    async (kind, name) => {
      const url = await servingMutant(name);
      const failure = await failureOf(kind, url);
      const { key } = failure;
      expect(failure.repeats).toEqual({ failed: 4, of: 4 });

      // No single named simplification keeps the failure.
      expect(failure.ended).toBe('smallest');
      const sender = senderTo(url);
      const kept: string[] = [];
      for (const { change, to } of shrinkCandidates(failure.tried.trial, inputs)) {
        const { found } = await performTrial(to, 'test', sender, inputs);
        if (found.some((each) => bucketKeyOf(each) === key)) kept.push(change);
      }
      expect(kept).toEqual([]);

      expect(await causesByCommands(failure, url)).toContain(key);

      const path = join(files, `${kind}.failure.yaml`);
      const run = { target: url, targetOption: url, worldOption: WORLD, seed: 1, dialect };
      writeFileSync(path, failureText(failure, 'it fails', run, REDACTION, inputs));
      const still = await replayed(path, url);
      const breaksMust = failure.finding.level === 'must';
      expect(still.out).toContain(breaksMust ? 'FAIL STILL FAILING' : 'WARN STILL WARNED');
      expect(still.exit).toBe(breaksMust ? 1 : 0);
      const fixed = await replayed(path, plain);
      expect(fixed.out).toContain('1 fixed, 0 still failing, 0 still warned, 0 changed, 0 not judged');
      expect(fixed.exit).toBe(0);
    },
  );
});
