/** Tells whether a text carries a secret of the vault: its value as it is, escaped as in JSON or in a URL, or in base64. */
import { scanFor, type Needle } from './needle-scan.ts';
import { LONG_ENOUGH } from './secret-traces.ts';
import type { Secret, Vault } from './secrets.ts';

const asciiJson = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The characters of base64 that the value alone decides where `shift` bytes stand before it in a group of three. */
function base64At(bytes: Buffer, shift: number): string {
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + bytes.length) * 8) / 6);
  return Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .slice(first, end);
}

/** The spellings by which the whole value is recognised. */
function spellingsOf(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((shift) => base64At(bytes, shift));
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return new Set([
    value,
    json,
    asciiJson(json),
    encodeURIComponent(bytes.toString()),
    ...base64,
    ...base64url,
  ]);
}

const needleOf = (text: string): Needle => ({ text, trail: text, at: 0, echoes: false });

/** A function that names a secret whose value a text carries, also a public one; values under eight characters may occur by chance. */
export function secretFinderOf(vault: Vault): (text: string) => string | undefined {
  const owners = new Map<Needle, Secret>();
  for (const secret of vault.all()) {
    if (secret.value.trim().length < LONG_ENOUGH) continue;
    for (const spelling of spellingsOf(secret.value)) owners.set(needleOf(spelling), secret);
  }
  const scan = scanFor([...owners.keys()]);
  return (text) => {
    let longest: Needle | undefined;
    scan(text, (needle) => {
      if (longest === undefined || needle.text.length > longest.text.length) longest = needle;
    });
    return longest === undefined ? undefined : owners.get(longest)?.name;
  };
}
