/** XML 1.0 with exact escaping: whatever the text holds, the document is well-formed and, as far as XML can, reads back as it. */
import { escaperOf } from '../../text/entities.ts';
import { codeOf, OF_COMMAND } from '../../text/visible.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** What XML 1.0 can't hold at all, not even escaped, and what a runner would obey also where a reader of the file prints it. */
const IMPOSSIBLE = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]|${OF_COMMAND}`,
  'giu',
);
/** Characters that a reader would turn into a blank or drop, and those that a terminal interprets or hides. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const reference = (character: string) => `&#${character.codePointAt(0)};`;
/** What a reader would take for markup; `>` too, so that no text holds `]]>`. */
const withoutMarkup = escaperOf(`&<>"'`);
const escaped = (text: string): string => withoutMarkup(text.replaceAll(IMPOSSIBLE, codeOf));

/** Line breaks stay; other control characters become references, or their code where XML has no place for them. */
export function xmlText(text: string): string {
  return escaped(text)
    .split('\n')
    .map((line) => line.replaceAll(CONTROL, reference))
    .join('\n');
}

/** A newline becomes `&#10;`: unescaped, a reader would turn it into a blank. */
export function xmlAttribute(text: string): string {
  return escaped(text).replaceAll(CONTROL, reference);
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xmlAttribute(String(value))}"`))
    .join('');
}

/** An element with a text. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${attributeText(attributes)}>${xmlText(text)}</${name}>`;
}

/** An element of elements, each on its own lines. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const start = `<${name}${attributeText(attributes)}`;
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`;
}
