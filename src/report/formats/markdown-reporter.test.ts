import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll } from '../record/reporter.ts';
import { allFailing } from '../test-helpers/many.ts';
import { HOSTILE, STREAMS } from '../test-helpers/stream-table.ts';
import { exchange, failed, needing, run, TOO_SHORT } from '../test-helpers/streams.ts';
import { code, codeBlock, withinBytes } from './markup.ts';
import { markdownReporter } from './markdown-reporter.ts';

const summary = (events: readonly RunEvent[]): string => foldAll(markdownReporter(), events);

/** This many causes, each with a long example. */
const manyCauses = (count: number): readonly RunEvent[] =>
  run(
    Array.from({ length: count }, (_, index) =>
      failed(`c${index}@group.client`, {
        findings: [{ ...TOO_SHORT, clause: `dialect/q${index}`, actual: 'ü'.repeat(400) }],
        exchanges: [exchange('ü'.repeat(3000), { curl: `curl ${'ü'.repeat(3000)}` })],
        case: { index },
      }),
    ),
  );

describe('the bound', () => {
  it('stays below it, ends between sections and says what is left out', () => {
    const limit = 1_048_576;
    const text = summary(manyCauses(2000));
    expect(Buffer.byteLength(text)).toBeLessThan(limit);
    expect(Buffer.byteLength(text)).toBeGreaterThan(limit / 2);
    expect(text).toMatch(/\n\*\*Cut:\*\* this page may hold 1,048,576 bytes, and \d+ parts did not fit\.\n$/);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    expect(text.match(/^# /gm)).toHaveLength(1);
  });

  it('of 5,000 failing cases is not cut: it shows causes', () => {
    expect(summary(allFailing(5000))).not.toContain('**Cut:**');
  });

  it('a part that is too long by itself is counted, and the others stay', () => {
    expect(withinBytes(['short\n', 'x'.repeat(5000), '', 'last\n'], 3000)).toBe(
      'short\n\nlast\n\n**Cut:** this page may hold 3,000 bytes, and 1 part did not fit.\n',
    );
  });
});

describe('text from outside', () => {
  it.each(['`', '``', 'a`b', ' x ', '|', '@everyone', '<script>'])('%j is a code span', (text) => {
    const span = code(text);
    const [, ticks = '', inner = ''] = /^(`+)([^]*?)\1$/.exec(span) ?? [];
    expect(ticks.length).toBeGreaterThan(0);
    expect(inner.includes(ticks)).toBe(false);
    expect(inner.trim()).toBe(text.trim());
  });

  it('a block ends only at its fence', () => {
    expect(codeBlock(['```', '````'])[0]).toBe('`````');
  });

  it('holds no control character, and hostile text only as code', () => {
    const text = summary(STREAMS['hostile texts']);
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Bidi_Control}]/u);
    const outside = text.replaceAll(/^(`{3,})[^]*?^\1$/gm, '').replaceAll(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/<!--|<!\[CDATA|\]\]>/);
  });
});

it('a cause opens to what the console shows of it', () => {
  const text = summary(run([failed(HOSTILE, { findings: [{ ...TOO_SHORT, actual: 'a | b' }] })]));
  expect(text).toContain('<summary><b>7.3/string-min-length</b>: must: ');
  expect(text).toMatch(/^```\nFAIL 7\.3\/string-min-length \(must, §7\.3\)[^]*^ {2}actual {4}a \| b$/m);
});

it('a run that only skipped cases says what to declare', () => {
  const text = summary(
    run([needing('s@group.client', 'a Player key')], { started: { worldFile: 'my.yaml' } }),
  );
  expect(text).toContain('## To declare\n\n- `1 must cell needs a Player key`\n');
});
