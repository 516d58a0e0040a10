/** Cases, worlds and plans as short texts, for the tests of this folder and of the runner. */
import { endpointOf, type EndpointId } from '../../contract/endpoints.ts';
import { completeDialect, type Dialect } from '../../dialect/dialect.ts';
import { isSecretRef, type HeaderLine } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { showExpected } from '../../judge/compare/show.ts';
import { readTargetFile, readTargetSource } from '../../config/target-file/read-target-file.ts';
import type { TargetFile } from '../../config/target-file/target-file.ts';
import { VERSION } from '../../version.ts';
import { expand, type Instance, type PlacedCase } from '../format/instance.ts';
import { readSuite } from '../format/load-suite.ts';
import { planCase, type TargetFacts } from '../plan/plan-case.ts';
import type { Plan, Planned, CaseRequest } from '../plan/plan.ts';

/** The default world. */
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

/** What differs from the plain case: any key of a written case. */
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

/** Cases of a suite file, as if they were shipped; JSON is YAML, too. */
export function casesOf(...cases: readonly Differs[]): readonly PlacedCase[] {
  return readMade(cases, true);
}

export function instancesOf(...cases: readonly Differs[]): readonly Instance[] {
  return expand(casesOf(...cases));
}

/** The same as cases of a user's own. */
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
  if (plan.kind === 'skip') throw new Error(`needs ${plan.needs}`);
  return plan;
}

/** Every request of a plan, step after step. */
export function requestsOf(plan: Plan): readonly CaseRequest[] {
  return planned(plan).steps.flatMap(({ requests }) => requests);
}

/** The fixtures of a plan: `player, ann, meadow-run, playerann1`; a dash for none. */
export function describeFixtures(plan: Plan): string {
  if (plan.kind === 'skip') return `needs ${plan.needs}`;
  return requestsOf(plan)
    .map(({ fixtures: { key, token, subject } }) =>
      [key?.name ?? '-', token?.name ?? '-', subject.game, subject.id].join(', '),
    )
    .join(' | ');
}

function describeHeader([name, value]: HeaderLine): string {
  if (!isSecretRef(value)) return `${name}: ${value}`;
  return `${name}: <${value.secret}${value.alter === undefined ? '' : ` ${value.alter}`}>`;
}

/** A request as text: start line, headers with secrets as their references, a blank line, the body. */
export function describeRequest({ method, path, headers, body, wire }: Request): string {
  const start = `${method} ${path}${wire === undefined ? '' : ` by ${wire}`}`;
  const text = body === undefined ? '(no body)' : Buffer.from(body).toString('latin1');
  return [start, ...headers.map(describeHeader), '', text].join('\n').replaceAll(VERSION, 'VERSION');
}

/** What is allowed, an outcome a line, behind the options on which it rests. */
export function describeAllowed({ outcomes }: Allowed): readonly string[] {
  return outcomes.map(({ expected, when, optional }) => {
    const options = when.map(({ question, option }) => `${question} = ${option}: `).join('');
    return `${options}${showExpected(expected)}${optional === true ? ' (optional)' : ''}`;
  });
}

export const pathOf = (id: EndpointId): string => endpointOf(id).path;
