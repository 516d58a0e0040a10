/** Reports files that are named but not there, before loading the code that would read them. */
import { fileTrouble, statIfThere } from '../../file-trouble.ts';

/** The options whose value is a file to read. */
const READ = ['world', 'dialect', 'from', 'baseline'] as const;

/** A target may also be a URL, or a word that is neither: reading it reports that. */
const isYamlFile = (text: string): boolean => /\.ya?ml$/.test(text) && !text.includes('://');

/** Throws a `file` error for the first file that is not there. */
export function refuseMissing(options: Readonly<Record<string, unknown>>): void {
  const { target } = options;
  const files = [
    ...(typeof target === 'string' && isYamlFile(target) ? [target] : []),
    ...READ.flatMap((name) => options[name] ?? []).filter((file) => typeof file === 'string'),
  ];
  const missing = files.find((file) => statIfThere(file, 'read') === undefined);
  if (missing === undefined) return;
  throw fileTrouble(missing, Object.assign(new Error('missing'), { code: 'ENOENT' }), 'read');
}
