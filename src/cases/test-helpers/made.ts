/** Cases, worlds and plans as short texts, for the tests of suite and runner. */
import { endpointOf, type EndpointId } from '../../spec/endpoints.ts';
import { completeDialect, partialDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import { type HeaderLine, isSecretRef, type Request } from '../../http/request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { showExpected } from '../../judge/show.ts';
import { readTargetFile, readTargetSource } from '../../world/target-file/read-target-file.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { VERSION } from '../../base/version.ts';
import { expand, type Instance, type PlacedCase } from '../format/instance.ts';
import { loadSuite, readSuite } from '../format/load-suite.ts';
import { planCase, type Plan, type Planned } from '../plan/plan-case.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { CaseRequest } from '../planned.ts';

/** The conformance world. */
export const WORLD: TargetFile = readTargetFile('fixtures/world.yaml', {});

/** A world file with this text under `world:`, in flow style. */
export function worldOf(world: string): TargetFile {
  return readTargetSource({ file: 'w.yaml', text: `public: true\nworld: ${world}` }, {});
}

export function factsOf(
  { world, extensions, provoke }: TargetFile,
  dialect: Dialect = completeDialect(),
): TargetFacts {
  return { world, extensions, provocations: provoke, dialect };
}

/** Nothing is known of the backend, or each question has its usual answer. */
export const OPEN: Dialect = partialDialect();
export const USUAL: Dialect = completeDialect();

const plansOfSuite = new Map<Dialect, readonly Plan[]>();

/** The plans of all shipped cases in the conformance world. They take a second, and several test files look at them. */
export function suitePlans(dialect: typeof OPEN | typeof USUAL): readonly Plan[] {
  const known = plansOfSuite.get(dialect);
  if (known !== undefined) return known;
  const facts = factsOf(WORLD, dialect);
  const plans = expand(loadSuite(['suites'])).map((instance) => planCase(instance, facts));
  plansOfSuite.set(dialect, plans);
  return plans;
}

/** Differences from the plain case: any keys of a written case. */
export type Differs = Readonly<Record<string, unknown>>;

const PLAIN = {
  id: 'made/up',
  title: 'a case of a test',
  clauses: ['4.5.2/tags'],
  for: 'gamePlayer.server',
  expect: { reply: 'tags' },
};

function readMade(cases: readonly Differs[], shipped: boolean): readonly PlacedCase[] {
  const text = `chapter: made\ncases:\n${cases.map((each) => `  - ${JSON.stringify({ ...PLAIN, ...each })}`).join('\n')}\n`;
  return readSuite([{ file: 'made.yaml', text }], () => shipped);
}

/** Reads cases as of a shipped suite file, written as JSON, which is also YAML. */
export function casesOf(...cases: readonly Differs[]): readonly PlacedCase[] {
  return readMade(cases, true);
}

export function instancesOf(...cases: readonly Differs[]): readonly Instance[] {
  return expand(casesOf(...cases));
}

/** Reads cases as of a user's own suite file. */
export function ownInstancesOf(...cases: readonly Differs[]): readonly Instance[] {
  return expand(readMade(cases, false));
}

/** The plan of one case on one endpoint. */
export function planOf(on: EndpointId, differs: Differs = {}, facts: TargetFacts = factsOf(WORLD)): Plan {
  const [instance] = instancesOf({ for: on, ...differs });
  if (instance === undefined) throw new Error(`no instance for ${on}`);
  return planCase(instance, facts);
}

export function planned(plan: Plan): Planned {
  if (plan.kind === 'skip') throw new Error(`needs ${plan.need}`);
  return plan;
}

/** Every request of a plan, step after step. */
export function requestsOf(plan: Plan): readonly CaseRequest[] {
  return planned(plan).steps.flatMap(({ requests }) => requests);
}

/** Describes the roles as `player, ann, meadow-run, playerann1`; a dash for a role without one. */
export function describeRoles(plan: Plan): string {
  if (plan.kind === 'skip') return `needs ${plan.need}`;
  return requestsOf(plan)
    .map(({ who: { key, token, subject } }) =>
      [key?.name ?? '-', token?.name ?? '-', subject.game, subject.id].join(', '),
    )
    .join(' | ');
}

function describeHeader([name, value]: HeaderLine): string {
  if (!isSecretRef(value)) return `${name}: ${value}`;
  return `${name}: <${value.secret}${value.alter === undefined ? '' : ` ${value.alter}`}>`;
}

/** Describes a request as text: start line, headers with references to secrets, a blank line, the body. */
export function describeRequest({ method, path, headers, body, wire }: Request): string {
  const start = `${method} ${path}${wire === undefined ? '' : ` by ${wire}`}`;
  const text = body === undefined ? '(no body)' : Buffer.from(body).toString('latin1');
  return [start, ...headers.map(describeHeader), '', text].join('\n').replaceAll(VERSION, 'VERSION');
}

/** Describes the allowed outcomes, one a line, after the options they depend on. */
export function describeAllowed({ outcomes }: Allowed): readonly string[] {
  return outcomes.map(({ expected, when, optional }) => {
    const options = when.map(({ question, option }) => `${question} = ${option}: `).join('');
    return `${options}${showExpected(expected)}${optional === true ? ' (optional)' : ''}`;
  });
}

export const pathOf = (id: EndpointId): string => endpointOf(id).path;
