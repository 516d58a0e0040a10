/** Whatever writes YAML escapes what a terminal obeys and what an editor hides, also in text that came from somebody's file. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rewritten } from '../src/report/gate/baseline.ts';
import { targetText } from '../src/cli/init/target-text.ts';

const ODD = 'a\u009b2J\u202Eb\u2028c\u200Bd\u{E0041}e';
const UNSEEN = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

test.each<readonly [string, () => string, (read: never) => unknown]>([
  [
    'a baseline',
    () =>
      rewritten(`# ${ODD}\n- clause: 1/json\n  kind: not-json\n  reason: "${ODD}"\n`, new Set(), [
        { clause: '1/json', kind: 'not-json', reason: 'z' },
      ]),
    (read: readonly { reason: string }[]) => read[0]?.reason,
  ],
  [
    'a first target file',
    () =>
      targetText({ url: 'http://127.0.0.1:1', player: ODD } as Parameters<typeof targetText>[0], 't.yaml'),
    ({ world }: { world: { gamePlayers: { userId: string }[] } }) => world.gamePlayers[0]?.userId,
  ],
])('%s holds nothing that is hidden or obeyed, and reads back the same', (_, write, odd) => {
  const text = write();
  expect(UNSEEN.exec(text)).toBeNull();
  expect(odd(parse(text) as never)).toBe(ODD);
});
