/** The assertions on one reply as path and value, for tools that compare values one by one: returnCode and every tag. */
import type { BenchRequest } from '../work/requests.ts';

export interface Assertion {
  /** Below the body, in dots and brackets. */
  readonly path: string;
  readonly value: string | number;
}

const TAGS = 'parameters.infoResponseParameters.tags';

export const assertionsOf = ({ tags }: BenchRequest): readonly Assertion[] => [
  { path: 'returnCode', value: 1 },
  ...tags.flatMap(({ key, value }, index) => [
    { path: `${TAGS}[${index}].key`, value: key },
    { path: `${TAGS}[${index}].value`, value },
  ]),
];

/** `a.b[0].c` as a JSON pointer. */
export const pointerOf = ({ path }: Assertion): string =>
  `/${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
