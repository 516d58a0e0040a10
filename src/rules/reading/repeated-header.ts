/** Which line of a repeated header counts (§4.2), by the answer to `header.repeated`. */
import type { OptionOf } from '../../dialect/question-register.ts';
import type { HeaderValues } from './header-values.ts';

type RepeatedOption = OptionOf<'header.repeated'>;

/** A request that is refused with HTTP 400 presents nothing. */
const COUNTING: Readonly<Record<RepeatedOption, 'first' | 'last' | 'joined' | undefined>> = {
  'as absent': undefined,
  first: 'first',
  last: 'last',
  joined: 'joined',
  'HTTP 400': undefined,
};

/** The answers under which the request is read, in the order in which readings are tried. */
export const REPEATED_READINGS = (Object.keys(COUNTING) as readonly RepeatedOption[]).filter(
  (option) => option !== 'HTTP 400',
);

/** The value that counts: the only one, or what the answer makes of several; undefined: none is presented. */
export function presentedValue<V>(values: HeaderValues<V>, repeated: RepeatedOption): V | undefined {
  if (values.count < 2) return values.first;
  const counting = COUNTING[repeated];
  return counting === undefined ? undefined : values[counting];
}
