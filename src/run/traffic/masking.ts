/** Takes secrets out of texts and documents: values that are known, and whatever is named for a credential, also within what is encoded. One walk, for reports and for `--masked-copy`. */
import { isUtf8 } from 'node:buffer';
import { remembered } from '../../base/remembered.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import type { Mask } from '../../http/secrets/secrets.ts';
import { percentDecoded } from '../../judge/rules/reading/header-values.ts';
import { bytesAsText, fromBase64, unpacked } from './recorded-body.ts';

/** Headers, members, parameters and cookies whose values are credentials, by their names without case and signs. */
const CREDENTIAL =
  /auth(?!or(?!i[sz]))|cookie|token|secret|session|credential|passw|passphrase|passkey|pwd|signature|bearer|jwt|csrf|xsrf|saml|(?:api|access|private|client|master|signing|encryption)key/;

/** Names are few. */
const credential = remembered((name) => ({
  is: CREDENTIAL.test(name.toLowerCase().replaceAll(/[^a-z]/g, '')),
}));
export const isCredential = (name: string): boolean => credential(name).is;

/** What sanitizers put in place of a value, the journal of the simulator, and our own records for a secret that is not declared. */
const MASKED =
  /^(?:[*\u2022\u25cf]{3,}|x{4,}|\.{3,}|\u2026|-+|<secret:[^>]+>|[[<({]*(?:[\w-]+ )?(?:redacted|masked|hidden|filtered|removed|sanitized|omitted|secret)[\])}>]*)$/i;
/** Whether a recording does not show a value, or only a part of it. */
export const isMaskedValue = (text: string): boolean => /[*\u2022\u25cf]{3}/.test(text) || MASKED.test(text);

const HIDDEN = 'REDACTED';
/** The name of a secret, perhaps behind its scheme, or the variable that stands for it in a command. */
const BY_NAME = /^(?:(?:\w+ )?<secret:[^>]+>|\$(?:[A-Z_][A-Z\d_]*|\{[A-Z_][^}]*\}))$/;
/** Values that lie deeper are left out. Each encoding within another takes as much as so many levels. */
const DEEPEST = 240;
const ENCODING = 40;
/** Whether bytes are packed with brotli shows only when they are unpacked: shorter ones hold no secret worth it. */
const LEAST_BROTLI = 32;

// Each part of these is bounded, or begins where no other match can: time grows with the text alone.

/** `name=`, `"name": `, `Name: `, and the value that may follow; behind the colon of a header it goes to the end of its line. */
const NAME = /([\w.%-]{1,64})(\\?["']?\s{0,8}[:=]\s{0,8}\\?)/g;
const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"'&;,<>()[\]{}\\#]*/y;
const LINE = /[^\r\n"'\\<>]*/y;
/** User and password of a URL. */
const USER = /(?<=:\/\/)[^\s/?#@"'<>\\]{1,512}(?=@)/g;
const JWT = /(?<![\w-])eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*/g;
const URL_ENCODED = /[\w.~+%-]+/g;

/** `known`: masks values that are known; `isPublic`: those that protect nothing, and are shown. Gives the mask of a text, and that of a parsed document. */
export function maskingBy(
  known: Mask,
  isPublic: (text: string) => boolean = () => false,
): {
  readonly text: Mask;
  readonly document: (value: unknown) => unknown;
} {
  /** The value of a credential is replaced whole: by its name, where it has one. */
  function hidden(text: string): string {
    const shown = known(text);
    return text === '' || isPublic(text) || MASKED.test(text) || BY_NAME.test(shown) ? shown : HIDDEN;
  }

  function inBytes(bytes: Buffer, depth: number): Buffer {
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    const packed = unpacked(bytes, encoding === 'latin1' && bytes.length >= LEAST_BROTLI);
    if (packed === 'tooLong' || depth > DEEPEST) return Buffer.from(HIDDEN);
    const { plain, pack } = packed ?? { plain: bytes, pack: undefined };
    if (pack === undefined) {
      const text = bytes.toString(encoding);
      const shown = inText(text, depth);
      return shown === text ? bytes : Buffer.from(shown, encoding);
    }
    const shown = inBytes(plain, depth + ENCODING);
    return shown === plain ? bytes : pack(shown);
  }

  /** The values behind names of credentials. */
  function inPairs(text: string): string {
    const pieces: string[] = [];
    let done = 0;
    for (const { 0: found, 1: name = '', 2: between = '', index } of text.matchAll(NAME)) {
      const isOurs = found === 'secret:' && text[index - 1] === '<';
      if (index < done || isOurs || !isCredential(percentDecoded(name))) continue;
      const from = index + found.length;
      const isHeader = between.includes(':') && !/["']/.test(between + (text[from] ?? ''));
      const pattern = isHeader ? LINE : VALUE;
      pattern.lastIndex = from;
      const [value = ''] = pattern.exec(text) ?? [];
      const [, quote = '', plain = ''] = /^(["']?)([^]*?)\1$/.exec(value) ?? [];
      pieces.push(text.slice(done, from), quote, hidden(plain), quote);
      done = from + value.length;
    }
    return pieces.join('') + text.slice(done);
  }

  /** Of a text that is encoded as a whole: the text with what it holds masked; undefined: it is not. */
  function inEncoded(text: string, depth: number): string | undefined {
    const asText = bytesAsText(text);
    if (asText !== undefined) return inBytes(asText, depth).toString('latin1');
    const bytes = fromBase64(text);
    if (bytes !== undefined) {
      const shown = inBytes(bytes, depth + ENCODING);
      return shown === bytes ? undefined : shown.toString('base64');
    }
    const parsed = /^\s*[[{"]/.test(text) ? parsedJson(text) : undefined;
    if (parsed === undefined) return undefined;
    try {
      const shown = JSON.stringify(inValue(parsed, false, depth + ENCODING));
      return shown === JSON.stringify(parsed) ? text : shown;
    } catch {
      // It is nested deeper than can be written again.
      return HIDDEN;
    }
  }

  function inText(text: string, depth: number): string {
    const whole = depth + ENCODING > DEEPEST ? known(text) : inEncoded(text, depth);
    if (whole !== undefined) return whole;
    const shown = inPairs(known(text)).replaceAll(USER, HIDDEN).replaceAll(JWT, HIDDEN);
    if (!shown.includes('%')) return shown;
    return shown.replaceAll(URL_ENCODED, (word) => {
      const plain = percentDecoded(word);
      const masked = plain === word ? word : inText(plain, depth + ENCODING);
      return masked === plain ? word : encodeURIComponent(masked);
    });
  }

  function inObject(value: object, isSecret: boolean, depth: number): unknown {
    const { name } = value as { readonly name?: unknown };
    const isNamed = typeof name === 'string' && 'value' in value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const isOfName = isNamed ? key === 'value' && (isSecret || isCredential(name)) : isSecret;
        return [known(key), inValue(member, isOfName || isCredential(key), depth + 1)];
      }),
    );
  }

  function inValue(value: unknown, isSecret: boolean, depth: number): unknown {
    if (typeof value === 'string') return isSecret ? hidden(value) : inText(value, depth);
    if (typeof value === 'number') return isSecret ? HIDDEN : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > DEEPEST) return HIDDEN;
    if (!Array.isArray(value)) return inObject(value, isSecret, depth);
    const [name, text] = value as readonly unknown[];
    if (value.length === 2 && typeof name === 'string' && typeof text === 'string' && isCredential(name))
      return [known(name), hidden(text)];
    return value.map((each: unknown) => inValue(each, isSecret, depth + 1));
  }

  return { text: (text) => inText(text, 0), document: (value) => inValue(value, false, 0) };
}

/** How a masked copy begins: only such a file is replaced by one. */
export const COPY_KIND = { name: 'a masked copy of a recording', begins: /^\{"_masked":/ };
const MARK = { _masked: 'secrets were taken out by tagproof judge --masked-copy' };

/** The text of a recording without its secrets. */
export function maskedCopy(
  { isLines, documents }: { readonly isLines: boolean; readonly documents: readonly unknown[] },
  mask: (document: unknown) => unknown,
): string {
  const texts = documents.map((each, at) => {
    const masked = each === undefined ? { comment: 'left out: it could not be read' } : mask(each);
    return JSON.stringify(at === 0 ? { ...MARK, ...(masked as object | undefined) } : masked);
  });
  return isLines ? texts.map((text) => `${text}\n`).join('') : texts.join('');
}
