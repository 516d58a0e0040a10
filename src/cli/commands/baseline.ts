/** `tagproof baseline write|diff|prune`: the file of known findings, kept by the record of a run. */
import { recordAt } from '../session/records.ts';
import { TagproofError } from '../../errors.ts';
import { rewrite } from '../../file-in-place.ts';
import { statIfThere } from '../../file-trouble.ts';
import { type Baseline, baselineFrom, type EntryInput, rewritten } from '../../gate/baseline.ts';
import {
  baselineNotes,
  baselineObjections,
  entriesOf,
  freshFindings,
  holdBaseline,
  type KeyedFinding,
} from '../../gate/hold-baseline.ts';
import { dayOf, isDay, isOver } from '../../gate/day.ts';
import { readSource } from '../../config/yaml/source.ts';
import { grouped } from '../../text/grouping.ts';
import { plural } from '../../text/quantities.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { exitOf } from '../gate/run-gate.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';

type BaselineCommand = CommandOptions<'baseline'>;

const NONE: Baseline = { file: '', entries: [], breaks: [] };

function scopeOf(options: BaselineCommand, io: Io) {
  const { file, from, action } = options;
  const isNew = action === 'write' && statIfThere(file, 'read') === undefined;
  const source = isNew ? undefined : readSource(file);
  const baseline = source === undefined ? NONE : baselineFrom(source);
  const record = recordAt(from);
  const whole = record.started.plan?.whole === true && record.finished.partial === '';
  const held = holdBaseline(baseline, { cases: record.cases, whole, ids: undefined }, dayOf(new Date()));
  // There is no text where the file is new.
  return { options, text: source?.text, held, io };
}

type Scope = ReturnType<typeof scopeOf>;

function reasonOf({ reason, file }: BaselineCommand, count: number): string {
  if (reason !== undefined && reason.trim() !== '') return reason;
  throw new TagproofError(
    'usage',
    `baseline write: ${plural(count, 'new finding')} and no reason\nsay why they are accepted with --reason; ${file} was not changed`,
  );
}

/** More entries than these are written by cause. */
const MAX_BY_CASE = 20;

const isUnsteady = ({ event }: KeyedFinding): boolean =>
  event.flaky !== undefined || event.confirmation === 'sometimes';

function write({ options, text, held, io }: Scope): Exit {
  const { file, owner, link, expires, warnings = false } = options;
  const keys = freshFindings(held, warnings);
  const { by = keys.length > MAX_BY_CASE ? 'cause' : 'case' } = options;
  if (keys.length === 0 && text !== undefined) {
    io.out.write(`${file}: nothing to add\n`);
    return EXIT.ok;
  }
  const reason = keys.length === 0 ? '' : reasonOf(options, keys.length);
  const wanted = grouped(keys, ({ key, cause }) => (by === 'cause' ? `* ${cause}` : key));
  const added = [...wanted].map(([finding, its]): EntryInput => ({
    finding,
    reason,
    ...(owner !== undefined && { owner }),
    ...(link !== undefined && { link }),
    ...(expires !== undefined && { expires }),
    ...(its.every(isUnsteady) && { flaky: true }),
  }));
  rewrite(file, rewritten(text, added, new Set()));
  const extent = added.length < keys.length ? `, for ${plural(keys.length, 'finding')}` : '';
  io.out.write(`${file}: ${added.length} added${extent}, ${held.states.size} kept\n`);
  return EXIT.ok;
}

function diff({ options, held, io }: Scope): Exit {
  const objections = baselineObjections(held, options.warnings === true);
  const lines = [...objections.flatMap((each) => each.lines), ...baselineNotes(held)];
  io.out.write(
    lines.length === 0 ? `${options.file}: nothing is known, and nothing is new\n` : `${lines.join('\n')}\n`,
  );
  return exitOf(objections);
}

function prune({ options: { file }, text, held, io }: Scope): Exit {
  const stale = [...entriesOf(held, 'gone'), ...entriesOf(held, 'no case')];
  if (stale.length > 0) rewrite(file, rewritten(text, [], new Set(stale.map(({ finding }) => finding))));
  io.out.write(
    [
      ...stale.map(({ finding }) => `- ${finding}`),
      `${file}: ${stale.length} taken out, ${held.states.size - stale.length} kept`,
      '',
    ].join('\n'),
  );
  return EXIT.ok;
}

function dayTrouble(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  if (!isDay(day)) return 'this is not a day';
  return isOver(day, dayOf(new Date())) ? 'this day is over' : undefined;
}

const ACTIONS = { write, diff, prune } as const;

/** Writes, compares or prunes a baseline by the record of a run. */
export function baselineCommand(options: BaselineCommand, io: Io): Exit {
  const { action, expires } = options;
  const trouble = dayTrouble(expires);
  if (trouble !== undefined)
    throw new TagproofError(
      'usage',
      `--expires ${expires}: ${trouble}\nwrite year, month and day of the last one on which they are accepted: 2027-01-31`,
    );
  return ACTIONS[action](scopeOf(options, io));
}
