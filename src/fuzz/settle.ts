/** From the first sight of a failure to what is told of it: confirmed by repeats, then made as small as it gets. */
import type { Found } from './compare.ts';
import { causeOf, keepable, type Group } from './groups.ts';
import type { Material } from './material.ts';
import { performTrial, type Tried } from './perform.ts';
import type { Property } from './properties.ts';
import { simplerTrials } from './simpler.ts';
import type { Trial } from './trial.ts';
import type { Sender } from '../run/send.ts';
import { recipesOf } from './shots.ts';

/** How often a failure showed when it was repeated. */
export interface Repeats {
  readonly failed: number;
  readonly of: number;
}

export interface Failure {
  readonly group: Group;
  readonly property: Property;
  /** The smallest trial, its replies and what is wrong with them; the first of `found` is the cause. */
  readonly tried: Tried;
  readonly found: readonly Found[];
  readonly repeats: Repeats;
  /** The names of the simplifications that were kept. */
  readonly steps: readonly string[];
  /** `smallest`: no single simplification keeps it. */
  readonly ended: 'smallest' | 'budget' | 'not shrunk';
  /** Its place among those of which one may have silenced the target. */
  readonly suspect?: number;
}

export interface Settling {
  readonly sender: Sender;
  readonly material: Material;
  /** How the trials of a settling are called in a backend's log. */
  readonly name: string;
  /** Told of every trial. */
  readonly noted: (tried: Tried) => Promise<void>;
  /** Whether to stop: the user does not want to wait, or nobody answers. */
  readonly stop: () => boolean;
}

const REPEATS = 4;
/** So many requests, or so many milliseconds, go into making one failure small. */
const MOST_REQUESTS = 1500;
const MOST_MS = 6000;
/** A flaky failure is tried so often before a simplification is given up. */
const TRIES_OF_FLAKY = 3;

async function tryOnce(trial: Trial, { sender, material, name, noted }: Settling): Promise<Tried> {
  const tried = await performTrial(trial, name, sender, material);
  await noted(tried);
  return tried;
}

function causeFirst(tried: Tried, key: string): readonly Found[] | undefined {
  const cause = tried.found.find((found) => causeOf(found) === key);
  return cause === undefined ? undefined : [cause, ...tried.found.filter((found) => found !== cause)];
}

/** Properties that are of several requests already. */
const OF_SEVERAL: ReadonlySet<Property> = new Set(['repeat', 'spelling', 'variants', 'no-leak']);

/** What several requests show that none of them shows alone. The first of a row has nothing before it. */
export function propertyIn({ property, shot }: Found, { kind }: Trial): Property {
  if (OF_SEVERAL.has(property)) return property;
  if (kind === 'at-once') return 'concurrent';
  if (kind === 'after-odd') return 'answered';
  return (kind === 'sequence' || kind === 'again') && shot > 0 ? 'history' : property;
}

/** Makes one failure small. */
class Shrinker {
  readonly #settling: Settling;
  readonly #key: string;
  readonly #tries: number;
  readonly #until = performance.now() + MOST_MS;
  readonly steps: string[] = [];
  #left = MOST_REQUESTS;
  best: Tried;

  constructor(settling: Settling, key: string, best: Tried, flaky: boolean) {
    this.#settling = settling;
    this.#key = key;
    this.best = best;
    this.#tries = flaky ? TRIES_OF_FLAKY : 1;
  }

  /** Takes the first simplification that keeps the cause, from the new trial on again, until none does. */
  async run(): Promise<Failure['ended']> {
    for (;;) {
      const taken = await this.#step();
      if (taken === 'none') return 'smallest';
      if (taken === 'over') return 'budget';
    }
  }

  async #step(): Promise<'taken' | 'none' | 'over'> {
    for (const { step, to } of simplerTrials(this.best.trial, this.#settling.material)) {
      if (this.#left <= 0 || performance.now() > this.#until || this.#settling.stop()) return 'over';
      const tried = await this.#showing(to);
      if (tried === undefined) continue;
      this.best = tried;
      this.steps.push(step);
      return 'taken';
    }
    return 'none';
  }

  async #showing(trial: Trial): Promise<Tried | undefined> {
    for (let attempt = 0; attempt < this.#tries; attempt += 1) {
      this.#left -= recipesOf(trial).length;
      const tried = await tryOnce(trial, this.#settling);
      if (!this.#shows(tried)) continue;
      return this.#tries > 1 || (await this.#showsAgain(trial)) ? tried : undefined;
    }
    return undefined;
  }

  /** Whether it shows after itself, too: else what was tried before it is the cause. */
  async #showsAgain(trial: Trial): Promise<boolean> {
    this.#left -= recipesOf(trial).length;
    return this.#shows(await tryOnce(trial, this.#settling));
  }

  #shows(tried: Tried): boolean {
    return causeFirst(tried, this.#key) !== undefined;
  }
}

async function repeated(
  group: Group,
  settling: Settling,
): Promise<{ readonly repeats: Repeats; readonly last: Tried }> {
  let failed = 0;
  let of = 0;
  let last = group.example;
  for (let attempt = 0; attempt < REPEATS && !settling.stop(); attempt += 1) {
    const tried = await tryOnce(group.example.trial, settling);
    const shows = causeFirst(tried, group.key) !== undefined;
    // What got no answer tells nothing of whether it is flaky.
    if (shows || tried.trouble === undefined) of += 1;
    if (!shows) continue;
    failed += 1;
    last = tried;
  }
  return { repeats: { failed, of }, last };
}

/** Whether the request after an odd one shows the same by itself: that is a cause of its own, and not the odd one. */
export async function showsAlone(
  { key, finding, example: { trial } }: Group,
  settling: Settling,
): Promise<boolean> {
  if (trial.kind !== 'after-odd') return false;
  const { found } = await tryOnce({ kind: 'single', recipe: trial.next }, settling);
  return found.some((each) => each.finding.kind === finding.kind && causeOf(each) !== key);
}

/** Confirms a failure and makes it small. `context`: the trials before it in its block, tried where it does not show alone. */
export async function settle(group: Group, context: readonly Trial[], settling: Settling): Promise<Failure> {
  let { repeats, last } = await repeated(group, settling);
  if (repeats.failed === 0 && repeats.of > 0 && context.length > 0) {
    const recipes = [...context, group.example.trial].flatMap(recipesOf);
    const whole: Trial = { kind: 'sequence', recipes };
    const again = await repeated({ ...group, example: { ...group.example, trial: whole } }, settling);
    if (again.repeats.failed > 0) ({ repeats, last } = again);
  }
  const flaky = repeats.failed < repeats.of;
  const shrinker = new Shrinker(settling, group.key, last, flaky);
  const ended = repeats.failed === 0 ? 'not shrunk' : await shrinker.run();
  const found = causeFirst(shrinker.best, group.key) ?? [];
  const cause = found[0];
  return {
    group,
    property: cause === undefined ? group.property : propertyIn(cause, shrinker.best.trial),
    tried: keepable(shrinker.best),
    found,
    repeats,
    steps: shrinker.steps,
    ended,
  };
}
