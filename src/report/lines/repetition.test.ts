import { expect, it } from 'vitest';
import type { CaseFinished } from '../../engine/events.ts';
import { headlines, plain } from '../test-helpers/fold.ts';
import { errored, failed, run, TOO_SHORT, warned } from '../test-helpers/streams.ts';

const TITLE = '  an id one character too short is refused as StringMinLength';
const failing = (...ids: readonly string[]) => ids.map((id) => failed(id));

/** Events in their order, and the headlines of what is printed. */
it.each<readonly [what: string, events: readonly CaseFinished[], shown: readonly string[]]>([
  [
    'the same findings are shown for three written cases, and then take one line each',
    failing('a@group.client', 'b@group.client', 'c@group.client', 'd@group.client', 'd@group.admin'),
    [
      `FAIL a@group.client${TITLE}`,
      `FAIL b@group.client${TITLE}`,
      `FAIL c@group.client${TITLE}`,
      'FAIL d on group.client, group.admin: as in a@group.client',
    ],
  ],
  [
    'the same warning is shown once',
    ['a@group.client', 'a@group.server', 'b@group.client'].map((id) => warned(id)),
    [
      `WARN a@group.client${TITLE}`,
      'WARN a also on group.server',
      'WARN b on group.client: as in a@group.client',
    ],
  ],
  [
    'errors for one reason are shown once',
    ['a', 'b'].map((id) => errored(`${id}@group.client`, 'timed out')),
    [`ERROR a@group.client${TITLE}`, 'ERROR b on group.client: as in a@group.client'],
  ],
  [
    'another actual value is not a repetition',
    [
      failed('a@group.client'),
      failed('a@group.server', { findings: [{ ...TOO_SHORT, actual: 'SecretInvalid (-10)' }] }),
      failed('a@group.admin'),
    ],
    [
      `FAIL a@group.client${TITLE}`,
      `FAIL a@group.server${TITLE}`,
      'FAIL a on group.admin: as in a@group.client',
    ],
  ],
  [
    'a late repetition names the case that was shown',
    failing('a@group.client', 'b@group.client', 'a@group.admin'),
    [
      `FAIL a@group.client${TITLE}`,
      `FAIL b@group.client${TITLE}`,
      'FAIL a on group.admin: as in a@group.client',
    ],
  ],
  [
    'an id without an endpoint is shown with the endpoint of the case',
    failing('same', 'same'),
    [`FAIL same${TITLE}`, 'FAIL same also on gamePlayer.client'],
  ],
])('%s', (_, events, shown) => {
  expect(headlines(plain(run(events)))).toEqual(shown);
});
