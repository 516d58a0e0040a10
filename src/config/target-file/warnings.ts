/** Warnings about a target file that works, but not as well as it could. */
import type { Secret } from '../../http/secret.ts';
import type { TargetInput } from './target-schema.ts';
import type { Located } from '../yaml/located.ts';

/** Shorter secrets occur in ordinary text by chance: they are masked only as whole values. */
const MASKED_FROM = 8;

function shortSecrets(secrets: readonly Secret[]): readonly string[] {
  return secrets
    .filter((secret) => !secret.public && secret.value.length < MASKED_FROM)
    .map(
      ({ name }) =>
        `the secret "${name}" has fewer than ${MASKED_FROM} characters: reports mask it only as a whole word`,
    );
}

function literalSecrets({ world }: TargetInput, document: Located): readonly string[] {
  const literal = [
    ...(world?.secretKeys ?? []).map(({ name }, index) => ({
      name,
      path: ['world', 'secretKeys', index, 'key'],
    })),
    ...(world?.authTokens ?? []).map(({ name }, index) => ({
      name,
      path: ['world', 'authTokens', index, 'token'],
    })),
  ].filter(({ path }) => document.envAt(path).length === 0);
  if (literal.length === 0) return [];
  const names = literal.map(({ name }) => name).join(', ');
  return [
    `${document.file} holds secrets as plain text (${names}): write "\${env:NAME}", or public: true where they are not secret`,
  ];
}

export function warningsOf(
  input: TargetInput,
  document: Located,
  secrets: readonly Secret[],
  isPublic: boolean,
): readonly string[] {
  return [...shortSecrets(secrets), ...(isPublic ? [] : literalSecrets(input, document))];
}
