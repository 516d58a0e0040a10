/**
 * Which requests may go at once, where the target limits sessions (MaxCCUReject): first any number, then fewer and fewer requests, and
 * of each key one token at a time, as two tokens may be two sessions.
 */

interface OfKey {
  /** Requests under way or waiting for their second try, by token. */
  readonly inside: Map<string, number>;
  limited: boolean;
  readonly waiting: { readonly token: string; readonly go: () => void }[];
}

export class SessionGate {
  readonly #keys = new Map<string, OfKey>();
  readonly #waiting: (() => void)[] = [];
  #atOnce = Number.POSITIVE_INFINITY;
  #underWay = 0;
  /** The most requests that were under way since the limit was last lowered. */
  #most = 0;

  /** How many requests may be under way; infinite where no limit was met. */
  get atOnce(): number {
    return this.#atOnce;
  }

  isLimited(key: string): boolean {
    return this.#keys.get(key)?.limited === true;
  }

  /** Lets a request of this key and token in; undefined: at once. `leave` must follow. */
  enter(key: string, token: string | undefined): Promise<void> | undefined {
    if (token === undefined) return undefined;
    const of = this.#of(key);
    const isOther = [...of.inside].some(([name, count]) => name !== token && count > 0);
    if (!of.limited || !isOther) {
      of.inside.set(token, (of.inside.get(token) ?? 0) + 1);
      return undefined;
    }
    return new Promise((go) => of.waiting.push({ token, go }));
  }

  leave(key: string, token: string | undefined): void {
    if (token === undefined) return;
    const of = this.#of(key);
    const left = (of.inside.get(token) ?? 1) - 1;
    if (left > 0) return void of.inside.set(token, left);
    of.inside.delete(token);
    const [next] = of.waiting;
    if (of.inside.size > 0 || next === undefined) return;
    const same = of.waiting.filter((each) => each.token === next.token);
    of.waiting.splice(0, Infinity, ...of.waiting.filter((each) => each.token !== next.token));
    of.inside.set(next.token, same.length);
    for (const { go } of same) go();
  }

  /** Notes that the target refused a further session. */
  refused(key: string): void {
    this.#of(key).limited = true;
    this.#atOnce = Math.max(1, Math.floor(Math.min(this.#atOnce, this.#most) / 2));
    this.#most = this.#underWay;
  }

  /** Waits for one of the places of requests under way; `free` must follow. */
  place(): Promise<void> | undefined {
    if (this.#underWay < this.#atOnce) return void this.#begin();
    return new Promise((go) => this.#waiting.push(go));
  }

  free(): void {
    this.#underWay -= 1;
    if (this.#underWay >= this.#atOnce) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#begin();
    next();
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
