/** The name of a failure: the same cause, the same name. */
import type { Finding } from '../../judge/compare/finding.ts';
import type { Property } from '../execute/properties.ts';
import type { Failure } from '../shrink/confirm-and-shrink.ts';

/** Words that the name of a case or of a file may hold. */
export function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** `allowed/5.3-game/wrong-outcome`. */
export function nameOf(property: Property, { clause, kind }: Pick<Finding, 'clause' | 'kind'>): string {
  return `${property}/${slug(clause)}/${kind}`;
}

export function failureName({ property, bucket: { finding }, suspect }: Failure): string {
  return suspect === undefined ? nameOf(property, finding) : `suspect/${suspect}`;
}
