/** Commands to the runners of CI systems in text from outside: no report prints one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableStyled } from '../cli/io/io.ts';
import { pageBundle } from '../base/page/bundle.ts';
import { runOf } from './test-helpers/stream-table.ts';
import { foldAll } from './record/reporter.ts';
import { REPORTER_NAMES, type ReporterName } from '../world/target-file/report-word.ts';
import { REPORTERS } from './reporters.ts';

const FORMS = [
  '##vso[task.setvariable variable=a;isSecret=false]b',
  '##VSO[build.addbuildtag]x',
  '##[set-output name=a;]b',
  '##[command]rm',
  "##teamcity[buildStatus text='fine']",
  '::set-output name=a::b',
  '::stop-commands::token',
  '::add-mask::a',
  '::error file=a.js,line=1::b',
  '::token::',
  '#\u200b#\u00advso[task.complete result=Succeeded;]done',
  '##vs\u2060o[task.complete]done',
  ':\ufe0f:debug::x',
  '::token\u200b ::',
  '::add\u2060-mask\u00ad :\u200b:a',
] as const;

/** What a runner would obey; it may skip characters without width. */
const obeyed = (text: string): readonly string[] =>
  text.replaceAll(/[\p{DI}\p{Cf}]/gu, '').match(/##(?:vso|teamcity)?\[|::[a-z][\w-]*(?: .*?)?::/gi) ?? [];

/** The annotations of the github report are meant to be obeyed: only what is in them counts. */
const OWN = /^::(?:error|warning|notice) (?:file=[^,:]*,line=\d+,)?title=[^:]*::/gm;

function written(name: ReporterName, text: string): string {
  const report = foldAll(REPORTERS[name].open({ colour: false }), runOf(text));
  const own = name === 'github' ? report.replaceAll(OWN, '') : report;
  const { script, style } = pageBundle('report');
  return own.replace(script, '').replace(style, '');
}

const ways = (form: string): readonly string[] => [form, `in the middle ${form} of a line`, `a\n  ${form}\n`];

describe.each(REPORTER_NAMES)('a report of %s', (name) => {
  it.each(FORMS)('holds no command, though replies say %j', (form) => {
    expect(ways(form).flatMap((text) => obeyed(written(name, text)))).toEqual([]);
  });

  it('holds no command, whatever is around it', () => {
    const around = fc.string({
      unit: fc.constantFrom('#', ':', ' ', '[', 'a', '\n', '\\', '"', '\u200b', '<'),
    });
    const spread = fc
      .tuple(fc.constantFrom(...FORMS), fc.nat(40))
      .map(([form, at]) => `${form.slice(0, at)}\u200b${form.slice(at)}`);
    fc.assert(
      fc.property(around, spread, around, (before, form, after) => {
        expect(obeyed(written(name, before + form + after))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('stays as it is when it is printed', () => {
    const report = foldAll(REPORTERS[name].open({ colour: false }), runOf(FORMS.join(' ')));
    expect(printableStyled(report) === report).toBe(true);
  });
});

describe('printed text', () => {
  it.each(FORMS)('holds no command: %j', (form) => {
    const texts = ways(form).flatMap((text) => [printable(text), printableStyled(text.replace(/^/, ' '))]);
    expect(texts.flatMap(obeyed)).toEqual([]);
  });

  it.each([
    ['##vso[a.b]c', String.raw`#\x23vso[a.b]c`],
    ['a ::set-output name=b::c', String.raw`a :\x3aset-output name=b:\x3ac`],
    ['http://[::1]:80 and http://[::1]:81', 'http://[::1]:80 and http://[::1]:81'],
    ['fe80::abcd, std::vector<int> ## heading [link]', 'fe80::abcd, std::vector<int> ## heading [link]'],
  ])('shows %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
