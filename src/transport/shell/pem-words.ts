/** The words of a command that name the PEM files of a target's settings. */
import { relative } from 'node:path';
import type { HttpSettings } from '../http-settings.ts';
import { shellWord } from './shell-quote.ts';

const PEMS = ['ca', 'cert', 'key'] as const;
const OPTIONS = {
  curl: { ca: '--cacert', cert: '--cert', key: '--key' },
  openssl: { ca: '-CAfile', cert: '-cert', key: '-key' },
} as const;

/** Options and files in turn. */
export function pemWords({ files = {} }: HttpSettings, tool: keyof typeof OPTIONS): readonly string[] {
  return PEMS.flatMap((pem) => {
    const file = files[pem];
    if (file === undefined) return [];
    const option = OPTIONS[tool][pem];
    const path = shortPath(file);
    // curl takes what follows a colon for the password of the certificate.
    return [option, word(option === '--cert' ? path.replaceAll(/[\\:]/g, String.raw`\$&`) : path)];
  });
}

const word = (path: string): string => shellWord(Buffer.from(path));

/** The path from the current directory where that is the shorter one; a dash in front would make an option of it. */
function shortPath(file: string): string {
  const path = relative('.', file);
  if (path.length >= file.length) return file;
  return path.startsWith('-') ? `./${path}` : path;
}
