import { expect, test } from 'vitest';
import { FINDING_KINDS, type FindingKind } from '../../judge/finding.ts';
import { PROPERTY_NAMES, propertyOfKind } from './properties.ts';

test('every kind of finding on a reply breaks a property', () => {
  const kinds = Object.keys(FINDING_KINDS) as FindingKind[];
  // The one kind about requests: the fuzzer makes them itself.
  for (const kind of kinds.filter((each) => each !== 'client-duty'))
    expect(PROPERTY_NAMES).toContain(propertyOfKind(kind));
});
