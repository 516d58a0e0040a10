import { describe, expect, it } from 'vitest';
import { readJunit } from '../test-helpers/junit-results.ts';
import { element, textElement, xmlAttribute, xmlText } from './junit-reporter.ts';

describe('escaping', () => {
  it.each([
    ['markup', `<a b="c" d='e'>&amp;`, '&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;amp;'],
    ['the end of a CDATA section', ']]>', ']]&gt;'],
    ['characters that XML cannot contain', '\u0000\u001b\ufffe\ud800', String.raw`\x00\x1b\u{fffe}\u{d800}`],
    ['characters that XML can contain', '\t\r\u0085', '&#9;&#13;&#133;'],
    ['other scripts', 'ä 漢 😀', 'ä 漢 😀'],
  ])('%s', (_, text, escaped) => {
    expect(xmlText(text)).toBe(escaped);
    expect(xmlAttribute(text)).toBe(escaped);
  });

  it('a line break stays in a text and is a reference in an attribute', () => {
    expect(xmlText('a\nb')).toBe('a\nb');
    expect(xmlAttribute('a\nb')).toBe('a&#10;b');
  });

  it('escaped text is read back unchanged', async () => {
    const text = `<&>"' ]]>\t\r\n 😀`;
    const suite = element('testsuite', { name: text }, [textElement('system-out', {}, text)]);
    expect(await readJunit(suite)).toEqual({ name: text, 'system-out': [text] });
  });
});
