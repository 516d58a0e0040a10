/** What masking and finding secrets cost for a megabyte, compared with one plain scan of the same text: `npx tsx scripts/bench-mask.ts`. */
import { maskerOf } from '../src/transport/secrets/mask.ts';
import { scanFor } from '../src/transport/secrets/pattern-scan.ts';
import { secretFinderOf } from '../src/transport/secrets/secret-finder.ts';
import { wholePattern } from '../src/transport/secrets/secret-traces.ts';
import { secretStoreOf } from '../src/transport/secrets/secrets.ts';

const secrets = Array.from({ length: 40 }, (_, at) => ({
  name: `s${at}`,
  value: `k${at}-${'x7Kp2qZ'.repeat(3)}-${at}`,
  envName: `S${at}`,
  public: false,
}));
const secretStore = secretStoreOf(secrets);
const mask = maskerOf(secretStore);
const find = secretFinderOf(secretStore);
const scan = scanFor(secrets.map(({ value }) => wholePattern(value)));

const MEGABYTE = 1 << 20;
const TEXTS: Readonly<Record<string, string>> = {
  'plain JSON': '{"key":"vip","value":"gold"},',
  'escaped JSON': String.raw`{\"key\":\"v\u0069p\"},`,
  numbers: '[107, 55, 70, 113],',
  base64: 'eyJrZXkiOiJ2aXAiLCJ2YWx1ZSI6ImdvbGQifQ',
};

/** The least milliseconds of several tries. */
function least(work: () => unknown): number {
  const tries = Array.from({ length: 7 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...tries);
}

for (const [name, part] of Object.entries(TEXTS)) {
  const text = part.repeat(Math.ceil(MEGABYTE / part.length));
  const plain = least(() => scan(text, () => {}));
  const [masking, finding] = [least(() => mask(text)), least(() => find(text))];
  const ratio = (ms: number): string => `${ms.toFixed(0)} ms (${(ms / plain).toFixed(1)} scans)`;
  console.log(`${name}: scan ${plain.toFixed(1)} ms, mask ${ratio(masking)}, find ${ratio(finding)}`);
}
