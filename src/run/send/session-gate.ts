/**
 * Which requests may go at once: as many as the run wants, and fewer and fewer where the target limits sessions (MaxCCUReject); then of
 * each key one token at a time, too, as two tokens may be two sessions.
 */
import { Restraint } from './restraint.ts';

/** How many refusals lead to a trial without restraint. */
const TRIAL_AFTER = 5;

interface OfKey {
  /** Requests under way or waiting for their second try, by token. */
  readonly inside: Map<string, number>;
  limited: boolean;
  readonly waiting: { readonly token: string; readonly go: () => void }[];
}

export class SessionGate {
  readonly #keys = new Map<string, OfKey>();
  readonly #waiting: { readonly isUrgent: boolean; readonly go: () => void }[] = [];
  readonly #wanted: () => number;
  #atOnce = Number.POSITIVE_INFINITY;
  #underWay = 0;
  /** The most requests that were under way since the limit was last lowered. */
  #most = 0;
  readonly restraint = new Restraint(TRIAL_AFTER);

  /** `wanted`: how many requests go at once where the target limits no sessions, urgent ones apart; it may change. */
  constructor(wanted: () => number = () => Number.POSITIVE_INFINITY) {
    this.#wanted = wanted;
  }

  /** How many requests may be under way; infinite where no limit was met, or none that fewer of them would keep. */
  get atOnce(): number {
    return this.restraint.applies ? this.#atOnce : Number.POSITIVE_INFINITY;
  }

  /** The same as a report says it: a trial without restraint that is under way does not change what was found. */
  get foundAtOnce(): number {
    return this.restraint.isUseless ? Number.POSITIVE_INFINITY : this.#atOnce;
  }

  isLimited(key: string): boolean {
    return this.restraint.applies && this.#keys.get(key)?.limited === true;
  }

  /** Lets a request of this key and token in; undefined: at once. `leave` must follow. */
  enter(key: string, token: string | undefined): Promise<void> | undefined {
    if (token === undefined) return undefined;
    const of = this.#of(key);
    const isOther = [...of.inside].some(([name, count]) => name !== token && count > 0);
    if (!this.isLimited(key) || !isOther) {
      of.inside.set(token, (of.inside.get(token) ?? 0) + 1);
      return undefined;
    }
    return new Promise((go) => of.waiting.push({ token, go }));
  }

  leave(key: string, token: string | undefined): void {
    if (token === undefined) return;
    const of = this.#of(key);
    const left = (of.inside.get(token) ?? 1) - 1;
    if (left > 0) of.inside.set(token, left);
    else of.inside.delete(token);
    const isLimited = this.isLimited(key);
    const [next] = of.waiting;
    if (next === undefined || (isLimited && of.inside.size > 0)) return;
    const isNext = (each: typeof next): boolean => !isLimited || each.token === next.token;
    const all = of.waiting.splice(0);
    of.waiting.push(...all.filter((each) => !isNext(each)));
    for (const each of all.filter(isNext)) {
      of.inside.set(each.token, (of.inside.get(each.token) ?? 0) + 1);
      each.go();
    }
  }

  /** Notes that the target refused a further session. */
  refused(key: string): void {
    this.restraint.refused();
    if (!this.restraint.applies) return;
    this.#of(key).limited = true;
    this.#atOnce = Math.max(1, Math.floor(Math.min(this.#atOnce, this.#most) / 2));
    this.#most = this.#underWay;
  }

  /** Waits until one more request may be under way; undefined: it may. An urgent one goes beside as many as the target allows. `free` must follow. */
  place(isUrgent: boolean): Promise<void> | undefined {
    if (this.#hasPlace(isUrgent)) return void this.#begin();
    return new Promise((go) => this.#waiting.push({ isUrgent, go }));
  }

  /** Notes that a request is no longer under way; whether others go in its place. */
  free(): boolean {
    this.#underWay -= 1;
    const before = this.#waiting.length;
    for (let [next] = this.#waiting; next && this.#hasPlace(next.isUrgent); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#begin();
      next.go();
    }
    return this.#waiting.length < before;
  }

  #hasPlace(isUrgent: boolean): boolean {
    return this.#underWay < (isUrgent ? this.atOnce : Math.min(this.atOnce, this.#wanted()));
  }

  #begin(): void {
    this.#underWay += 1;
    this.#most = Math.max(this.#most, this.#underWay);
  }

  #of(key: string): OfKey {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const made: OfKey = { inside: new Map(), limited: false, waiting: [] };
    this.#keys.set(key, made);
    return made;
  }
}
