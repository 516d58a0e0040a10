/** The journal of the proxy, as its console page asks for it: each exchange with the verdicts on both sides, secrets by name. */
import { z } from 'zod';
import { notFound } from '../../../simulator/control/control-error.ts';
import { route, type ServedRoute } from '../../../simulator/control/route.ts';
import type { EntryDetails, EntrySummary, SideVerdict } from '../../../simulator/journal/entry-view.ts';
import { Ring } from '../../../simulator/journal/ring.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import { caseText, type CaseData } from '../../cases/format/saved-case.ts';
import { isSecretRef, NO_BODY_BYTES, type Request } from '../../http/request.ts';
import { envNameOf, type Mask } from '../../http/secrets/secrets.ts';
import { breaksMust } from '../../judge/finding.ts';
import { findingLine } from '../../report/lines/case-lines.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { looseObject } from '../../run/traffic/har.ts';
import type { JudgedExchange } from '../../run/traffic/judge-exchange.ts';
import { FATES, type Who } from '../../run/traffic/recorded.ts';
import { endpointOf, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, CONTRACT_HEADERS, SECRET_KEY } from '../../spec/headers.ts';
import type { Traffic } from '../session/traffic.ts';
import type { HarEntry } from './har-entry.ts';

/** Of longer bodies only the beginning is shown; twice as much is kept, so that no secret is cut before it is masked. */
const SHOWN = 65_536;
/** What an entry takes besides its text, and how often that is held: as it came, as one of our requests, in findings. */
const PER_ENTRY = 4096;
const COPIES = 4;
const MOST_LISTED = 1000;

interface ProxyEntry {
  readonly id: number;
  readonly weight: number;
  readonly har: HarEntry;
  readonly judged: Pick<JudgedExchange, 'fate' | 'place' | 'code'>;
  readonly sides: NonNullable<EntrySummary['sides']>;
  readonly findings: NonNullable<EntryDetails['findings']>;
  /** As one of our own; undefined: it is at no operation, or its body is long. */
  readonly request: Request | undefined;
  readonly clause: string;
}

const journalQuery = z.strictObject({
  endpoint: z.string().optional(),
  returnCode: z.string().optional(),
  key: z.string().optional(),
  subject: z.string().optional(),
  side: z.enum(['backend', 'client']).optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_LISTED).default(MOST_LISTED),
});

const secretOf = (request: Request | undefined, wanted: string): string | null =>
  request?.headers.flatMap(([name, value]) =>
    headerKey(name) === headerKey(wanted) && isSecretRef(value) ? [value.secret] : [],
  )[0] ?? null;

/** The id that a request asks for. */
function idAskedFor({ endpoint, body = NO_BODY_BYTES }: Request): string | null {
  const id = looseObject(parsedJson(Buffer.from(body).toString()))[endpointOf(endpoint).idMember];
  return typeof id === 'string' ? id : null;
}

/** A body of an entry, cut to what is kept. */
const cutText = <T extends { readonly text: string }>(content: T): T => ({
  ...content,
  text: content.text.slice(0, 2 * SHOWN),
});

/** How a case names the key and the token that it is given. */
const GIVEN: ReadonlyMap<string, string> = new Map([
  [headerKey(SECRET_KEY), '$key'],
  [headerKey(AUTH_TOKEN), '$token'],
]);

/** The headers as a case says them; undefined: it can't, as one occurs twice. Secrets that the document does not know, as in cookies, are left out. */
function writtenHeaders({ headers }: Request): CaseData | undefined {
  const keys = new Set(headers.map(([name]) => headerKey(name)));
  if (keys.size < headers.length) return undefined;
  const set = headers.flatMap(([name, value]) => {
    const text = isSecretRef(value) ? GIVEN.get(headerKey(name)) : value.replace(/^\$/, '$$$$');
    return text === undefined ? [] : [[name, text]];
  });
  const without = CONTRACT_HEADERS.filter((name) => !keys.has(headerKey(name)));
  return { set: Object.fromEntries(set), ...(without.length > 0 && { without }) };
}

/** A case that sends the request again, and takes whatever the document allows for it; null: it would show a secret, or a case can't say it. */
function suiteOf({ id, request, clause, har }: ProxyEntry, mask: Mask): string | null {
  const headers = request === undefined ? undefined : writtenHeaders(request);
  if (request === undefined || headers === undefined) return null;
  const { endpoint, method, path, body = NO_BODY_BYTES } = request;
  const text = Buffer.from(body).toString();
  const plain = request.headers.flatMap(([, value]) => (isSecretRef(value) ? [] : [value]));
  if ([path, text, ...plain].some((each) => mask(each) !== each)) return null;
  const sent = Buffer.from(text).equals(body) ? { text } : { base64: Buffer.from(body).toString('base64') };
  const [key, token, subject] = [
    secretOf(request, SECRET_KEY),
    secretOf(request, AUTH_TOKEN),
    idAskedFor(request),
  ];
  return caseText(
    {
      id: `traffic/${endpoint.toLowerCase().replaceAll('.', '-')}-${id}`,
      title: `a request to ${endpoint} as it was sent at ${har.startedDateTime}`,
      clauses: [clause],
      for: endpoint,
      given: {
        ...(key !== null && { key: { name: key } }),
        ...(token !== null && { token: { name: token } }),
        ...(subject?.length === RESOURCE_FACTS[endpointOf(endpoint).resource].idLength && {
          subject: { id: subject },
        }),
      },
      send: { method, target: path, headers, ...sent },
      expect: { reply: 'document' },
    },
    'From traffic',
  );
}

/** A message as the page shows it. A secret is a variable there, so that its curl line can be run. */
const shownMessage = (
  headers: HarEntry['request']['headers'],
  { text = '' }: { readonly text?: string } = {},
) => ({
  headers: headers.map(({ name, value }): [string, string] => {
    const [, secret] = /^<secret:([^>]+)>$/.exec(value) ?? [];
    return [name, secret === undefined ? value : `$${envNameOf(secret)}`];
  }),
  body: text.slice(0, SHOWN),
});

export class ProxyJournal extends Ring<ProxyEntry> {
  readonly #traffic: Traffic;
  /** Of the upstream. */
  readonly origin: string;

  constructor(traffic: Traffic, origin: string) {
    super();
    [this.#traffic, this.origin] = [traffic, origin];
  }

  /** Adds an exchange; gives what is wrong with it, on both sides. */
  note({ sides, ...judged }: JudgedExchange, har: HarEntry): ProxyEntry['findings'] {
    const { record } = this.#traffic;
    const findings = sides.flatMap((side) =>
      side.findings.length === 0 ? [] : record.findingsOf(side).map((found) => ({ ...found, who: side.who })),
    );
    const verdictOf = (who: Who): SideVerdict => {
      const own = findings.filter((found) => found.who === who);
      if (!sides.some((side) => side.who === who)) return 'not judged';
      return own.length === 0 ? 'right' : breaksMust(own) ? 'broken' : 'warned';
    };
    const { postData } = har.request;
    const cut = {
      ...har,
      request: { ...har.request, ...(postData !== undefined && { postData: cutText(postData) }) },
      response: { ...har.response, content: cutText(har.response.content) },
    };
    const [side] = sides;
    const { body = NO_BODY_BYTES } = side?.exchange.request ?? {};
    this.add({
      id: this.total + 1,
      weight: PER_ENTRY + COPIES * JSON.stringify(cut).length,
      har: cut,
      judged,
      sides: { backend: verdictOf('backend'), client: verdictOf('client') },
      findings,
      request: body.length > SHOWN ? undefined : side?.exchange.request,
      clause: side?.allowed.clause ?? '',
    });
    return findings;
  }

  readonly #summary = ({ id, har, judged, sides, findings, request }: ProxyEntry): EntrySummary => {
    const { text } = this.#traffic.masking;
    const [first] = findings;
    const ofFate = judged.fate === 'judged' ? 'both sides are right' : FATES[judged.fate];
    return {
      id,
      at: har.startedDateTime,
      method: har.request.method,
      target: text(har.request.url.replace(this.origin, '')),
      endpoint: judged.place?.endpoint ?? null,
      key: secretOf(request, SECRET_KEY),
      token: secretOf(request, AUTH_TOKEN),
      game: null,
      subject: request === undefined ? null : text(idAskedFor(request) ?? ''),
      status: har.response.status === 0 ? null : har.response.status,
      returnCode: judged.code ?? null,
      errorCode: null,
      fault: null,
      duties: [],
      why: '',
      reason: first === undefined ? ofFate : findingLine(first),
      sides,
    };
  };

  readonly #details = (entry: ProxyEntry): EntryDetails => {
    const { document } = this.#traffic.masking;
    const { request, response } = document(entry.har) as HarEntry;
    return {
      ...this.#summary(entry),
      request: { ...shownMessage(request.headers, request.postData), bytes: request.bodySize },
      reply: {
        ...shownMessage(response.headers, response.content),
        bytes: response.content.size,
        delayMs: 0,
        breakage: null,
      },
      path: [],
      nearMisses: [],
      findings: entry.findings,
      origin: this.origin,
      suite: suiteOf(entry, this.#traffic.masking.text),
    };
  };

  /** What the page asks for. */
  readonly routes: readonly ServedRoute[] = [
    route('GET /journal', { query: journalQuery }, ({ query: { after, limit, side, ...match } }) => {
      const fitting = [...this.after(after)]
        .filter(({ sides }) => side === undefined || ['broken', 'warned'].includes(sides[side]))
        .map(this.#summary)
        .filter((each) =>
          Object.entries(match).every(([part, value]) => each[part as keyof typeof match] === value),
        );
      const { total, dropped } = this;
      return { items: fitting.slice(-limit), fitting: fitting.length, total, dropped };
    }),
    route('DELETE /journal', {}, () => ({ cleared: this.clear() })),
    route('GET /journal/{id}', {}, ({ params: { id = '' } }) => {
      const entry = /^\d{1,15}$/.test(id) ? this.entry(Number(id)) : undefined;
      if (entry === undefined) throw notFound('entry of the journal', id, 'path id');
      return this.#details(entry);
    }),
  ];
}
