import { describe, expect, it } from 'vitest';
import { readXml } from '../test-helpers/xml-tree.ts';
import { element, textElement, xmlAttribute, xmlText } from './junit-reporter.ts';

const document = (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;

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

  it('escaped text is read back unchanged', () => {
    const text = `<&>"' ]]>\t\r\n 😀`;
    const read = readXml(document(textElement('system-out', { name: text }, text)));
    expect(read).toEqual({ name: 'system-out', attributes: { name: text }, children: [], text });
  });
});

describe('elements', () => {
  it('an attribute without a value is left out', () => {
    expect(element('a', { b: undefined, c: 0 })).toBe('<a c="0"/>');
  });

  it('children stand on their own lines', () => {
    expect(element('a', {}, [element('b', {}), element('c', {})])).toBe('<a>\n<b/>\n<c/>\n</a>');
  });
});

describe('the XML parser of these tests rejects', () => {
  it.each([
    ['an element left open', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['a bare ampersand', '<a>&</a>'],
    ['a bare < in an attribute', '<a b="<"/>'],
    ['an attribute twice', '<a b="" b=""/>'],
    ['the end of a CDATA section', '<a>]]></a>'],
    ['a character that XML cannot contain', '<a>\u001b</a>'],
    ['a reference to such a character', '<a>&#27;</a>'],
  ])('%s', (_, xml) => {
    expect(() => readXml(document(xml))).toThrow(Error);
  });
});
