/** What is wrong with the set-up rather than with the backend: what the file says, and the plain requests deny. */
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { FaultRow } from './fail-by-trait.ts';
import type { SetupFault } from './front-faults.ts';
import { isForLoad, refusalOf, type Inquiry } from './inquiry.ts';
import { KEY_FAULTS } from './key-faults.ts';
import { SUBJECT_FAULTS } from './subject-faults.ts';

/** A backend that knows none of the paths, and says so in envelopes. */
const unknownPaths: FaultRow = ({ inquiries }) =>
  inquiries.length > 0 && inquiries.every((each) => refusalOf(each) === 'OperationInvalid')
    ? [
        {
          about: undefined,
          message: 'every request is refused with OperationInvalid',
          hint: 'is the base path of the target right? The paths of the document are added to it',
        },
      ]
    : [];

const ROWS: readonly FaultRow[] = [unknownPaths, ...KEY_FAULTS, ...SUBJECT_FAULTS];

/** Every fault of the set-up, by what the file declares. What is refused for load shows none. */
export function setupFaults(world: DeclaredWorld, all: readonly Inquiry[]): readonly SetupFault[] {
  const inquiries = all.filter((each) => !isForLoad(each));
  return ROWS.flatMap((row) => row({ world, inquiries }));
}
