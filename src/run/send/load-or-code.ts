/** A limit or a wrong code: a refusal for load that one request gets every time, while plain ones of its caller are answered, is its answer. */
import type { ReturnCode } from '../../spec/codes.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import { breaches, partialDialect } from '../../spec/dialect/dialect.ts';
import type { HeaderLine } from '../../http/header-value.ts';
import type { PlannedRequest } from '../../cases/planned.ts';

/** The values of a header as a request sends them, to compare them. */
const sentAs = ({ request: { headers } }: PlannedRequest, name: string): string =>
  JSON.stringify(headers.flatMap(([each, value]) => (each === name ? [value] : [])));

const NOT_SENT = JSON.stringify([]);

const NO_ANSWERS = partialDialect();

/** Whether a request may be served: some outcome is no refusal, and not what the document discourages. */
const mayBeOk = ({ allowed: { outcomes, endpoint } }: PlannedRequest): boolean =>
  outcomes.some(
    ({ expected, when }) => expected.kind !== 'refused' && breaches(when, NO_ANSWERS, endpoint).length === 0,
  );

/** The first request that was answered with Ok, of each endpoint, key and token: limits may count by any of them. */
export class PlainRequests {
  readonly #answered = new Map<string, PlannedRequest>();
  #limitsSessions = false;

  /** Notes that a request was answered with Ok. */
  add(planned: PlannedRequest): void {
    const of = [planned.request.endpoint, sentAs(planned, SECRET_KEY), sentAs(planned, AUTH_TOKEN)].join(' ');
    if (!this.#answered.has(of)) this.#answered.set(of, planned);
  }

  /** Notes that a request was refused for load: a limit of sessions shows itself by one that might have been served. */
  refused(planned: PlannedRequest, code: string): void {
    if (code === 'MaxCCUReject' && mayBeOk(planned)) this.#limitsSessions = true;
  }

  /**
   * The request that shows whether the target serves the caller of a refused one just now: one of its own, else one of its token
   * with its key. Where the token may be worth nothing, another one stands in, but not for a limit of sessions that has shown
   * itself: the session of the other is another one. The orientation has used every token of the target file, so a limit that
   * lets all of them in leaves no other one out. Without a token there is no session that could be one too many.
   */
  like(refused: PlannedRequest, code: ReturnCode): PlannedRequest | undefined {
    const isAlike = (name: string) => (each: PlannedRequest) => sentAs(each, name) === sentAs(refused, name);
    const here = [...this.#answered.values()].filter(
      ({ request }) => request.endpoint === refused.request.endpoint,
    );
    const [ofKey, ofToken] = [SECRET_KEY, AUTH_TOKEN].map((name) => here.filter(isAlike(name)));
    const [other] = ofToken ?? [];
    const own = ofKey?.find(isAlike(AUTH_TOKEN)) ?? (other && withKeyOf(refused, other));
    const isSessionLimit =
      code === 'MaxCCUReject' && this.#limitsSessions && sentAs(refused, AUTH_TOKEN) !== NOT_SENT;
    return own !== undefined || isSessionLimit || mayBeOk(refused) ? own : ofKey?.[0];
  }
}

const isKey = ([name]: HeaderLine): boolean => name === SECRET_KEY;

function withKeyOf({ request: { headers } }: PlannedRequest, plain: PlannedRequest): PlannedRequest {
  const others = plain.request.headers.filter((line) => !isKey(line));
  return { ...plain, request: { ...plain.request, headers: [...others, ...headers.filter(isKey)] } };
}

/** Whether each request after a refusal is the plain one, in an order that no window and no share of a limit follows by chance. */
const TURNS = [...'p rppr rrpr pppr rprp prrp'.replaceAll(' ', '')].map((turn) => turn === 'p');
/** How long the refused request rests before it is sent again. */
const PAUSE_MS = 200;

/** How the requests of a look are sent: the code of the reply, or undefined for none. */
interface CodeLook {
  readonly send: (planned: PlannedRequest) => Promise<ReturnCode | undefined>;
  readonly pause: (ms: number) => Promise<void>;
}

/** Whether a request is refused with this code each time, a few in turn, while the plain one is answered each time. */
export async function isWrongCode(
  refused: PlannedRequest,
  code: ReturnCode,
  plain: PlannedRequest,
  { send, pause }: CodeLook,
): Promise<boolean> {
  for (const [index, isPlain] of TURNS.entries()) {
    if (index === 1) await pause(PAUSE_MS);
    if ((await send(isPlain ? plain : refused)) !== (isPlain ? 'Ok' : code)) return false;
  }
  return true;
}
