/** What fuzzing hands over: for each kind of finding a defect, the smallest example, as a case that fails by it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, tagproof, type Ended } from '../src/cli/test-helpers/captured.ts';
import { serving, servingMutant } from '../src/cli/test-helpers/serving.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import { saveCase } from '../src/cli/fuzz/save-cases.ts';
import { caseOf, casePartsOf, FUZZ_SUITE_CHAPTER, unsaidOf } from '../src/fuzz/failures/case-of-failure.ts';
import { fuzz } from '../src/fuzz/fuzz.ts';
import { bucketKeyOf, firstFindings } from '../src/fuzz/failures/failure-buckets.ts';
import { fuzzInputsOf } from '../src/fuzz/trials/fuzz-inputs.ts';
import { performTrial, senderOf } from '../src/fuzz/trials/send-trial.ts';
import { PROPERTY_NAMES } from '../src/fuzz/trials/properties.ts';
import type { Failure } from '../src/fuzz/failures/failure-buckets.ts';
import { shrinkCandidates } from '../src/fuzz/failures/shrink-candidates.ts';
import type { FindingKind } from '../src/judge/finding.ts';
import type { Sender } from '../src/engine/send.ts';
import { openTransport } from '../src/transport/pool/pool-transport.ts';
import { secretStoreOf } from '../src/transport/secrets/secrets.ts';
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

const again = (path: string, url: string): Promise<Ended> =>
  tagproof(['run', '--suite', path, '--target', url, '--world', WORLD]);

describe('a failure of the kind', () => {
  test.each(DEFECTS)(
    '%s is the smallest, and its case fails by it: %s',
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

      if (unsaidOf(failure) !== undefined) return;
      const path = saveCase(caseOf(casePartsOf(failure, inputs), inputs), files, FUZZ_SUITE_CHAPTER);
      // A case lists only outcomes without a warning.
      expect((await again(path, url)).exit).toBe(1);
      expect((await again(path, plain)).exit).toBe(0);
    },
  );
});
