/**
 * Verifies in parts what a limit on tagKeys hides. A case names all keys of its subject when it is unknown whether tagKeys may
 * be left out; where that request is refused for its keys, it is sent without tagKeys, or once for each key.
 */
import type { EndpointId } from '../../../spec/endpoints.ts';
import { and, type QuestionId } from '../../../spec/dialect/questions.ts';
import type { Answer } from '../../../spec/dialect/dialect.ts';
import type { Allowed, AllowedOutcome } from '../../../judge/expect/allowed.ts';
import type { Envelope } from '../../../judge/reply/envelope.ts';
import { breaksMust } from '../../../judge/finding.ts';
import { tagsFit } from '../../../judge/compare/match-tags.ts';
import { isPlainKey, tagChoices } from '../../../judge/rules/tag-keys.ts';
import type { CaseRequest, ExplicitKeys } from '../../../cases/planned.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';
import { UNKNOWN } from '../../../world/world.ts';
import type { CaseAttempt } from '../verdict/case-records.ts';
import { isOfOutcome, isRefusedFor, isRefusedForKeys, OF_KEYS } from '../verdict/document-verdict.ts';

/** The most keys of one request that are asked for one by one. */
const MAX_PARTS = 64;

/** A planned request that asks for its keys together. */
interface WithExplicitKeys extends CaseRequest {
  readonly explicitKeys: ExplicitKeys;
}

type JudgePart = (planned: CaseRequest) => Promise<CaseAttempt>;

/** Which lists of keys an endpoint has refused: they are not sent again. This saves requests and changes no verdict. */
export class RefusedLists {
  readonly #refused = new Set<string>();

  /** Notes a list that was refused for its keys, unless the case allows a refusal: that may be for the rest of the request. */
  note(endpoint: EndpointId, keys: readonly string[] | undefined, { judgement }: CaseAttempt): void {
    if (judgement.findings.length > 0) this.#refused.add(nameOf(endpoint, keys));
  }

  has(endpoint: EndpointId, keys: readonly string[] | undefined): boolean {
    return this.#refused.has(nameOf(endpoint, keys));
  }
}

const nameOf = (endpoint: EndpointId, keys: readonly string[] | undefined): string =>
  `${endpoint} ${keys === undefined ? '' : JSON.stringify(keys)}`;

const OF_NO_KEYS: ReadonlySet<QuestionId> = new Set(['tagKeys.omitted']);

/** What is right for one key where all keys together would get these outcomes. */
function allowedForKey(allowed: Allowed, key: string): Allowed {
  const forKey = (outcome: AllowedOutcome): readonly AllowedOutcome[] => {
    const { expected } = outcome;
    if (expected.kind !== 'tags' || expected.tags === UNKNOWN) return [outcome];
    return tagChoices(expected.tags, [key]).map(({ tags, match, when }) => ({
      ...outcome,
      expected: { kind: 'tags', tags, match: expected.match === 'some of' ? 'some of' : match },
      when: and(outcome.when, when),
    }));
  };
  return { ...allowed, outcomes: allowed.outcomes.flatMap(forKey) };
}

/** The request with one of its keys alone, which no limit on tagKeys refuses: it is sent once. */
export function askingOneKey({ explicitKeys, ...planned }: WithExplicitKeys): CaseRequest {
  const { keys, named = keys } = explicitKeys;
  const key = keys.find(isPlainKey) ?? keys[0];
  if (key === undefined || named.length === 1) return planned;
  return {
    ...planned,
    request: explicitKeys.asking([key]),
    allowed: allowedForKey(planned.allowed, key),
    ...(planned.rest !== undefined && { rest: allowedForKey(planned.rest, key) }),
  };
}

/** Whether the tags of a reply are all that the whole request would get: tagKeys has no effect, and no key is left to ask. */
function bringsAll({ explicitKeys: { keys }, allowed }: WithExplicitKeys, { payload }: Envelope): boolean {
  return (
    keys.length > 1 &&
    allowed.outcomes.some(
      ({ expected }) =>
        expected.kind === 'tags' &&
        expected.match === 'exactly' &&
        expected.tags !== UNKNOWN &&
        new Set(expected.tags.map(({ key }) => key)).size > 1 &&
        tagsFit(expected, payload.tags),
    )
  );
}

const isOfTags = ({ returnCode, payload }: Envelope): boolean =>
  returnCode === 'Ok' && (payload.errorCode ?? 'Ok') === 'Ok';

const isIn = (evidence: readonly Answer[], { question, at, option }: Answer): boolean =>
  evidence.some((each) => each.question === question && each.at === at && each.option === option);

const sharedBy = (parts: readonly CaseAttempt[]): readonly Answer[] => {
  const [first, ...others] = parts.map(({ judgement }) => judgement.evidence);
  return (first ?? []).filter((answer) => others.every((evidence) => isIn(evidence, answer)));
};

/** All parts as one reply: the tags of all, the findings of the first part that has any. */
function joined(parts: readonly CaseAttempt[]): CaseAttempt | undefined {
  const shown = parts.find(({ judgement }) => judgement.findings.length > 0) ?? parts[0];
  if (shown?.judgement.envelope === undefined) return shown;
  const { judgement } = shown;
  const { envelope } = shown.judgement;
  const tags = parts.flatMap((part) => part.judgement.envelope?.payload.tags ?? []);
  return {
    ...shown,
    judgement: {
      ...judgement,
      envelope: { ...envelope, payload: { ...envelope.payload, tags } },
      evidence: sharedBy(parts),
    },
  };
}

/** A refusal for keys, which is no evidence of why else a request like it might be refused. */
const undecided = (attempt: CaseAttempt | undefined): CaseAttempt | undefined =>
  attempt && {
    ...attempt,
    judgement: {
      ...attempt.judgement,
      evidence: attempt.judgement.evidence.filter(({ question }) => !isOfOutcome(question)),
    },
  };

/** How many keys are named where some stay hidden. */
const MAX_NAMED = 3;

function hiddenKeys(keys: readonly string[], { explicitKeys: { keys: all } }: WithExplicitKeys): string {
  if (keys.length === 0) return '';
  const named = keys.slice(0, MAX_NAMED).map((key) => JSON.stringify(key));
  const more = keys.length > MAX_NAMED ? [`${keys.length - MAX_NAMED} more`] : [];
  return `the target refuses ${keys.length} of ${all.length} tag keys (${[...named, ...more].join(', ')}), so their tags are hidden`;
}

/** The parts of one refused request, sent one after the other. */
class Parts {
  readonly #planned: WithExplicitKeys;
  readonly #judge: JudgePart;
  readonly #facts: TargetFacts;
  readonly #lists: RefusedLists;
  readonly #sent: CaseAttempt[] = [];

  constructor(planned: WithExplicitKeys, judge: JudgePart, facts: TargetFacts, lists: RefusedLists) {
    this.#planned = planned;
    this.#judge = judge;
    this.#facts = facts;
    this.#lists = lists;
  }

  /** Sends a part; undefined: it is refused for its keys, now or before. */
  async #send(
    keys: readonly string[] | undefined,
    allowed: Allowed,
    questions: ReadonlySet<QuestionId>,
  ): Promise<CaseAttempt | undefined> {
    const { endpoint } = this.#planned.request;
    if (this.#lists.has(endpoint, keys)) return undefined;
    const request = this.#planned.explicitKeys.asking(keys);
    const sent = await this.#judge({ ...this.#planned, request, allowed });
    this.#sent.push(sent);
    if (!isRefusedFor(questions, sent, this.#facts)) return sent;
    this.#lists.note(endpoint, keys, sent);
    return undefined;
  }

  #result(
    parts: readonly CaseAttempt[],
    hidden: string,
    refused: CaseAttempt | undefined,
  ): CaseAttempt | undefined {
    const whole = joined(parts) ?? undecided(refused ?? this.#sent[0]);
    if (whole === undefined) return undefined;
    const runWide = [...(refused?.runWide ?? []), ...this.#sent.flatMap((each) => each.runWide)];
    const judgement = hidden === '' ? whole.judgement : { ...whole.judgement, findings: [] };
    const splitByKey = { requests: this.#sent.length, hidden };
    return { ...whole, judgement, runWide, splitByKey };
  }

  /** One request without tagKeys, where that may be right. */
  async #withoutKeys(): Promise<CaseAttempt | undefined> {
    const { request, allowed } = this.#planned;
    return this.#facts.dialect.answer('tagKeys.omitted', request.endpoint) === undefined
      ? this.#send(undefined, allowed, OF_NO_KEYS)
      : undefined;
  }

  async run(refused: CaseAttempt | undefined): Promise<CaseAttempt | undefined> {
    const whole = await this.#withoutKeys();
    if (whole !== undefined) return this.#result([whole], '', refused);
    const { allowed } = this.#planned;
    const { keys } = this.#planned.explicitKeys;
    const ordered = keys.toSorted((a, b) => Number(isPlainKey(b)) - Number(isPlainKey(a)));
    const parts: CaseAttempt[] = [];
    const hidden: string[] = [];
    for (const key of ordered) {
      const part = await this.#send([key], allowedForKey(allowed, key), OF_KEYS);
      if (part === undefined) {
        hidden.push(key);
        continue;
      }
      const { envelope, findings } = part.judgement;
      if (
        part.notJudgedBecause !== undefined ||
        envelope === undefined ||
        breaksMust(findings) ||
        !isOfTags(envelope)
      )
        return this.#result([part], '', refused);
      if (bringsAll(this.#planned, envelope)) return this.#result([part], '', refused);
      parts.push(part);
      if (keys.length > MAX_PARTS)
        return this.#result(parts, `${keys.length} tag keys are too many to ask for one by one`, refused);
    }
    return this.#result(parts, hiddenKeys(hidden, this.#planned), refused);
  }
}

/**
 * Sends a request that names all keys of its subject or of all subjects of its case: with those of its subject alone, and
 * then by parts, where it is refused for them.
 */
export async function sendWithExplicitKeys(
  planned: WithExplicitKeys,
  judge: JudgePart,
  facts: TargetFacts,
  lists: RefusedLists,
): Promise<CaseAttempt> {
  const { endpoint } = planned.request;
  const { keys, named, asking } = planned.explicitKeys;
  let refused: CaseAttempt | undefined;
  for (const list of named === undefined ? [keys] : [named, keys]) {
    if (lists.has(endpoint, list)) continue;
    const isOwn = named !== undefined && list === keys;
    const sent = await judge(isOwn ? { ...planned, request: asking(keys) } : planned);
    const attempt = { ...sent, runWide: [...(refused?.runWide ?? []), ...sent.runWide] };
    if (!isRefusedForKeys(sent, facts)) return attempt;
    lists.note(endpoint, list, sent);
    refused = attempt;
  }
  const parts = await new Parts(planned, judge, facts, lists).run(refused);
  return parts ?? refused ?? judge(planned);
}
