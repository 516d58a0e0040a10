/** Keeps the smallest trial for each behaviour of a run and of the runs before it. */
import { pairIn, type ShownBehaviours } from './behaviours-of.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { single, type Trial } from '../trials/relations.ts';
import {
  CORPUS_FORMAT,
  corpusTrial,
  isSmaller,
  textOfTrial,
  trialOfEntry,
  type CorpusEntry,
  type CorpusTrial,
} from './corpus-entry.ts';

/** The smallest trial for one behaviour, and how often a run saw that. */
interface Kept {
  readonly trial: CorpusTrial;
  readonly seen: number;
}

/** The most behaviours and pairs that are kept: a target that answers at random has no end of them. */
const MAX_KEPT = 65_536;
/** The longest trial that is kept, in characters: a longer one would delay the others. */
const MAX_CHARACTERS = 32_768;

function smaller(a: Kept | undefined, b: Kept): Kept {
  return a === undefined || isSmaller(b.trial, a.trial) ? b : a;
}

/** The behaviours of entries, each with the smallest trial. */
function byBehaviour(entries: readonly CorpusEntry[]): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const { shows, seen, ...trial } of entries)
    for (const each of shows) kept.set(each, smaller(kept.get(each), { trial, seen }));
  return kept;
}

/** One entry for each trial, with all that it is the smallest for. */
function entriesOf(kept: ReadonlyMap<string, Kept>): readonly CorpusEntry[] {
  const entries = new Map<string, CorpusEntry>();
  for (const [behaviour, { trial, seen }] of kept) {
    const text = textOfTrial(trial);
    const known = entries.get(text);
    entries.set(text, {
      format: CORPUS_FORMAT,
      shows: [...(known?.shows ?? []), behaviour].toSorted(),
      seen: Math.min(seen, known?.seen ?? seen),
      ...trial,
    });
  }
  return inOrder([...entries.values()]);
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Puts pairs of alterations first, as the exhaustive phase does not try them: each pair once, then the same pairs with other callers and
 * other replies, then entries without a pair. Within each group the rarest come first.
 */
function inOrder(entries: readonly CorpusEntry[]): readonly CorpusEntry[] {
  const keyed = entries.map((entry) => ({ entry, text: textOfTrial(entry) }));
  const byRarity = keyed
    .toSorted((a, b) => a.entry.seen - b.entry.seen || order(a.text, b.text))
    .map(({ entry }) => entry);
  const tried = new Set<string>();
  const ranked = byRarity.map((entry) => {
    const pairs = entry.shows.flatMap((shown) => pairIn(shown) ?? []);
    const isNew = pairs.some((pair) => !tried.has(pair));
    for (const pair of pairs) tried.add(pair);
    return { entry, rank: pairs.length === 0 ? 2 : isNew ? 0 : 1 };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

/** Entries without those that a smaller one makes superfluous. */
export function pruned(entries: readonly CorpusEntry[]): readonly CorpusEntry[] {
  return entriesOf(byBehaviour(entries));
}

export class CorpusKeeper {
  readonly #inputs: FuzzInputs;
  readonly #before: readonly CorpusEntry[];
  readonly #found = new Map<string, Kept>();
  /** The texts of the trials of the corpus that were judged again. */
  readonly #replayed = new Set<string>();
  #trials: readonly Trial[] | undefined;
  #texts = new Map<Trial, string>();

  /** `entries`: what earlier runs kept. */
  constructor(entries: readonly CorpusEntry[], inputs: FuzzInputs) {
    this.#before = pruned(entries);
    this.#inputs = inputs;
  }

  /** The trials of the entries that fit this world. */
  get trials(): readonly Trial[] {
    this.#trials ??= this.#before.flatMap((entry) => {
      const trial = trialOfEntry(entry, this.#inputs);
      if (trial !== undefined) this.#texts.set(trial, textOfTrial(entry));
      return trial ?? [];
    });
    return this.#trials;
  }

  /** Notes what a judged trial has shown. */
  add(trial: Trial, shown: readonly ShownBehaviours[]): void {
    const text = this.#texts.get(trial);
    if (text !== undefined) this.#replayed.add(text);
    for (const { step, behaviours, pairs } of shown) {
      // After a request that may end its connection, only the plain one shows whether it did.
      const alone = step === undefined || trial.relation === 'next-works' ? trial : single(step);
      let written: CorpusTrial | undefined;
      for (const behaviour of [...behaviours, ...pairs]) {
        const known = this.#found.get(behaviour);
        if (known === undefined && this.#found.size >= MAX_KEPT) continue;
        written ??= corpusTrial(alone, this.#inputs);
        if (textOfTrial(written).length > MAX_CHARACTERS) break;
        const best = smaller(known, { trial: written, seen: 1 });
        this.#found.set(behaviour, { trial: best.trial, seen: (known?.seen ?? 0) + 1 });
      }
    }
  }

  /** All entries now. One of an earlier run is dropped only where it was tried again and shows nothing that a smaller one does not. */
  get entries(): readonly CorpusEntry[] {
    const unseen = byBehaviour(this.#before.filter((entry) => !this.#replayed.has(textOfTrial(entry))));
    const all = new Map(this.#found);
    for (const [behaviour, kept] of unseen) {
      const found = all.get(behaviour);
      if (found === undefined) all.set(behaviour, kept);
      else if (isSmaller(kept.trial, found.trial)) all.set(behaviour, { ...found, trial: kept.trial });
    }
    return entriesOf(all);
  }
}

/** The entries without the behaviours for which others hold a trial that is no larger. */
export function entriesNotIn(
  entries: readonly CorpusEntry[],
  others: readonly CorpusEntry[],
): readonly CorpusEntry[] {
  const held = byBehaviour(others);
  const own = [...byBehaviour(entries)].filter(([behaviour, kept]) => {
    const other = held.get(behaviour);
    return other === undefined || isSmaller(kept.trial, other.trial);
  });
  return entriesOf(new Map(own));
}
