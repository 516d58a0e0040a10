/** Finds the patterns of several secrets in one pass, and says which secret each belongs to. */
import { scanFor, type SecretPattern, type Span } from './pattern-scan.ts';
import type { Secret } from '../../http/secret.ts';

export type FoundSecret = (secret: Secret, span: Span) => void;
export type SecretScan = (text: string, found: FoundSecret) => void;

export function secretScan(
  secrets: readonly Secret[],
  patternsOf: (secret: Secret) => readonly SecretPattern[],
): SecretScan {
  const owners = new Map(
    secrets.flatMap((secret) => patternsOf(secret).map((pattern) => [pattern, secret] as const)),
  );
  const scan = scanFor([...owners.keys()]);
  return (text, found) =>
    scan(text, (pattern, span) => {
      const secret = owners.get(pattern);
      if (secret !== undefined) found(secret, span);
    });
}
