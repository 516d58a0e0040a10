/** A strict parser for the XML of reports; throws if it is not well-formed. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** The text between the children, decoded. */
  text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const TOKEN = /<\/[\w-]+>|<[\w-]+(?: [\w.-]+="[^"<]*")*\/?>|[^<]+|</gu;
const ATTRIBUTE = /([\w.-]+)="([^"]*)"/gu;
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d+);/gu;
// oxlint-disable-next-line no-control-regex
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/u;
const NAMED = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

/** Decodes references; a parser turns unescaped line breaks and tabs in attributes into blanks. */
function decoded(text: string): string {
  if (text.replaceAll(REFERENCE, '').includes('&')) throw new Error(`a bare & in ${text}`);
  return text.replaceAll(REFERENCE, (each) => {
    const character = NAMED.get(each) ?? String.fromCodePoint(Number(each.slice(2, -1)));
    if (NO_XML.test(character))
      throw new Error(`a reference to a character that XML does not allow: ${each}`);
    return character;
  });
}

function opened(tag: string): XmlElement {
  const pairs = [...tag.matchAll(ATTRIBUTE)].map(
    ([, name = '', value = '']) => [name, decoded(value.replaceAll(/\s/g, ' '))] as const,
  );
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) throw new Error(`an attribute is repeated: ${tag}`);
  return { name: /[\w-]+/.exec(tag)?.[0] ?? '', attributes, children: [], text: '' };
}

/** Parses a document and returns its root element. */
export function readXml(xml: string): XmlElement {
  if (!xml.startsWith(DECLARATION)) throw new Error('no XML declaration');
  if (NO_XML.test(xml)) throw new Error('a character that XML cannot contain');
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  for (const [token] of xml.slice(DECLARATION.length).matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (parent === undefined || token === '<') throw new Error(`stray markup after ${open.length} elements`);
    if (!token.startsWith('<')) {
      if (token.includes(']]>')) throw new Error('a bare ]]>');
      parent.text += decoded(token);
    } else if (token.startsWith('</')) {
      if (open.pop()?.name !== token.slice(2, -1)) throw new Error(`${token} closes another element`);
    } else {
      const element = opened(token);
      parent.children.push(element);
      if (!token.endsWith('/>')) open.push(element);
    }
  }
  const [root] = document.children;
  if (root === undefined || open.length !== 1 || document.children.length !== 1)
    throw new Error('not exactly one root');
  return root;
}

/** All elements of a name, in document order. */
export function elementsOf(root: XmlElement, name: string): readonly XmlElement[] {
  return [...(root.name === name ? [root] : []), ...root.children.flatMap((each) => elementsOf(each, name))];
}
