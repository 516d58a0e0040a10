/** What a statement is about: `git:COMMIT`, or `oci:DIGEST` of an image. */
import { TagproofError } from '../errors.ts';

/** A resource as in-toto names one. */
export interface Subject {
  readonly name: string;
  readonly digest: Readonly<Record<string, string>>;
}

const GIT = /^git:(?:(.+)@)?([0-9a-f]{40}|[0-9a-f]{64})$/;
const OCI = /^oci:(?:(.+)@)?(?:sha256:)?([0-9a-f]{64})$/;

/** Reads a subject; the name before an `@` is kept. Throws a usage error that says how they are written. */
export function subjectOf(text: string): Subject {
  const [, repository, commit] = GIT.exec(text) ?? [];
  if (commit !== undefined) return { name: repository ?? 'source', digest: { gitCommit: commit } };
  const [, image, digest] = OCI.exec(text) ?? [];
  if (digest !== undefined) return { name: image ?? 'image', digest: { sha256: digest } };
  throw new TagproofError(
    'usage',
    `--subject ${text}: it names neither a commit nor an image\nwrite git: and the whole commit (git:$(git rev-parse HEAD)), or oci: and the digest (oci:registry.example.com/backend@sha256:…)`,
  );
}
