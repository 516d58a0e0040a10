/** What each case sends to a target, on all its endpoints, and which outcomes are right: with the whole world, a small file and the smallest. */
import { TARGET_FILES, targetFileNamed, type TargetFileName } from '../../mutants/harness/bench.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { partialDialect } from '../../src/spec/dialect/dialect.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';
import { planCase, type Plan, type PlannedStep } from '../../src/cases/plan/plan-case.ts';
import { lineOf, requestLine, type Details } from './record.ts';
import type { CaseRequest } from '../../src/cases/planned.ts';

function requestLines({ request, allowed, rest, who, varied: label }: CaseRequest): readonly string[] {
  const { key, token, otherGame, extension } = who;
  return [
    requestLine(request),
    lineOf({ allowed, rest, label, key: key?.name, token: token?.name, otherGame, extension }),
  ];
}

function stepLines({ requests, subject: { exists, ...subject }, ...step }: PlannedStep): readonly string[] {
  return [lineOf({ ...step, subject, exists: exists !== undefined }), ...requests.flatMap(requestLines)];
}

function planText(plan: Plan): string {
  if (plan.kind === 'skip') return lineOf({ need: plan.need, undeclared: plan.undeclared });
  const { instance: _, steps, ...whole } = plan;
  return [lineOf(whole), ...steps.flatMap(stepLines)].join('\n');
}

export function plans(): Promise<Details> {
  const instances = expand(loadSuite(['suites']));
  const details = new Map<string, string>();
  for (const name of Object.keys(TARGET_FILES) as TargetFileName[]) {
    const file = targetFileNamed(name) ?? readTargetFile('fixtures/world.yaml', {});
    const { world, extensions, provoke: provocations } = file;
    const facts = { world, extensions, provocations, dialect: partialDialect(file.dialectAnswers) };
    for (const instance of instances) {
      const id = `${name} ${instance.from.written.id}`;
      const text = `${instance.id}\n${planText(planCase(instance, facts))}`;
      details.set(id, [details.get(id) ?? [], text].flat().join('\n'));
    }
  }
  return Promise.resolve(details);
}
