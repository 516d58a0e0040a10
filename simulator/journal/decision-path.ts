/** How an answer came about, as data: each check that held, and the one that refused. */
import { plural } from '../../src/base/text/quantities.ts';
import { showCode } from '../../src/spec/codes.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../src/spec/headers.ts';
import { ADMISSION, type RuleId } from '../../src/judge/rules/rulebook.ts';
import { subjectId } from '../../src/judge/rules/subject-of.ts';
import { refusedPreflight } from '../server/cors.ts';
import type { BackendAnswer } from '../answer/answer.ts';
import type { ReadCall } from '../answer/stages.ts';
import type { Entry } from './journal.ts';

interface DecisionStep {
  /** What decided: the id of a rule, or `preflight`, `route`, `limit`, `fault` or `subject`. */
  readonly check: string;
  readonly outcome: 'ok' | 'refused' | 'not found';
  readonly text: string;
}

const nameOf = (presented: ReadCall['key'] | ReadCall['token']): string =>
  presented.is === 'known' ? ` (${presented.value.name})` : '';

function gameText({ key, game }: ReadCall): string {
  if (key.is === 'known' && typeof key.value.game === 'string')
    return `${GAME_ID} ok (${key.value.game}, by the key)`;
  return game.is === 'given' ? `${GAME_ID} ok (${game.id})` : `${GAME_ID} ok`;
}

/** What is said about a rule that held, where its name alone says too little. */
const OK: Readonly<Partial<Record<RuleId, (call: ReadCall) => string>>> = {
  size: ({ bytes }) => `size ok (${bytes} bytes)`,
  'content-type': () => `${CONTENT_TYPE} ok`,
  'secret-key': ({ key }) => `${SECRET_KEY} ok${nameOf(key)}`,
  role: ({ endpoint }) => `role ok (${endpoint.role})`,
  game: gameText,
  token: ({ endpoint, token }) =>
    endpoint.variant === 'client' ? `${AUTH_TOKEN} ok${nameOf(token)}` : `no ${AUTH_TOKEN} wanted`,
  permission: ({ endpoint }) => `rule ok (${endpoint.rule})`,
  shape: () => 'body ok',
  members: () => 'members ok',
  authorisation: () => 'subject allowed',
};

const HELD = new Map(Object.entries(OK));

const ok = (check: string, call: ReadCall): DecisionStep => ({
  check,
  outcome: 'ok',
  text: HELD.get(check)?.(call) ?? `${check} ok`,
});

function lastStep(answer: BackendAnswer, call: ReadCall | undefined): DecisionStep {
  switch (answer.kind) {
    case 'refused':
      return {
        check: answer.by ?? 'route',
        outcome: 'refused',
        text: `${answer.debug}: ${showCode('returnCode', answer.code)}`,
      };
    case 'http':
      return { check: answer.by ?? 'route', outcome: 'refused', text: `HTTP ${answer.status}` };
    case 'not-found':
      return {
        check: 'subject',
        outcome: 'not found',
        text: `no ${answer.resource} ${JSON.stringify((call && subjectId(call)) ?? '')}`,
      };
    case 'tags':
      return {
        check: 'subject',
        outcome: 'ok',
        text: `${answer.resource} ${JSON.stringify(answer.subject.id)}: ${plural(answer.tags.length, 'tag')}, ${showCode('returnCode', 'Ok')}`,
      };
  }
}

/** The rules that a call passed before its answer. */
function passed(answer: BackendAnswer, rules: readonly string[]): readonly string[] {
  const by = 'by' in answer ? answer.by : undefined;
  if (answer.kind === 'tags' || answer.kind === 'not-found') return rules;
  if (by === undefined || by === 'fault') return [];
  const end = by === 'limit' ? rules.findIndex((rule) => !ADMISSION.has(rule)) : rules.indexOf(by);
  return rules.slice(0, end);
}

/** The steps of a request, by the order in which the simulator asks its rules. */
export function decisionPath(
  { answer, call, incoming }: Entry,
  rules: readonly string[],
): readonly DecisionStep[] {
  const preflight = refusedPreflight(incoming.method, incoming.headers);
  if (preflight !== undefined) return [{ check: 'preflight', outcome: 'refused', text: preflight }];
  const before = call === undefined ? [] : passed(answer, rules).map((rule) => ok(rule, call));
  return [...before, lastStep(answer, call)];
}
