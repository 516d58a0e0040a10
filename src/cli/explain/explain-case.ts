/** A case as it is written, its clauses, and the curl lines of its requests in the world that comes with tagproof. */
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { clauseOf } from '../../spec/clauses.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { questionOf } from '../../spec/dialect/questions.ts';
import { clauseWords } from '../../report/facts/clause-words.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { planCase } from '../../cases/plan/plan-case.ts';
import { curlOf } from '../../http/curl/curl.ts';
import { secretStoreOf } from '../../http/secrets/secrets.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { section } from '../../base/text/columns.ts';
import { fewLines, plural } from '../../base/text/quantities.ts';
import { safeYaml } from '../../base/text/safe-yaml.ts';
import { visibleCommand } from '../../base/text/visible.ts';

type Lines = readonly string[];

/** Where `tagproof simulate` serves that world. */
const SIMULATOR = new URL('http://127.0.0.1:4020');
const MAX_STEPS = 5;

/** The first request of each step, or what the world lacks for the case. */
function curlLines(instance: Instance, { world, extensions, provoke, secrets, http }: TargetFile): Lines {
  const dialect = completeDialect();
  const plan = planCase(instance, { world, extensions, provocations: provoke, dialect });
  if (plan.kind === 'skip') return [`not there: it needs ${plan.need}`];
  const link = {
    baseUrl: SIMULATOR,
    secretStore: secretStoreOf(secrets),
    settings: http,
  };
  const lines = plan.steps.map(({ requests: [first, ...others] }) => {
    const curl = first === undefined ? '# no request' : visibleCommand(curlOf(first.request, link));
    return others.length === 0 ? curl : `${curl} # and ${plural(others.length, 'more request')} of this step`;
  });
  return fewLines(lines, MAX_STEPS);
}

function clauseLines(clauses: Lines): Lines {
  return clauses.map((id) => {
    const { section: where, description } = clauseWords(id);
    return `${id} (${clauseOf(id)?.level ?? 'unknown'}, ${where}): ${description}`;
  });
}

/** The case of an instance; `all` are the instances of the same case, `file` holds the world. */
export function explainCase(instance: Instance, all: readonly Instance[], file: TargetFile): Lines {
  const { written, chapter, file: suite, line } = instance.from;
  const places = all.map(({ id }) => id.slice(written.id.length + 1));
  const where = places.length === ENDPOINT_IDS.length ? 'all nine endpoints' : places.join(', ');
  return [
    `${written.id} (${suite}:${line}, chapter ${chapter}), on ${where}`,
    written.title,
    ...section('clauses; a wrong outcome breaks the first of them', clauseLines(written.clauses)),
    ...(written.decides === undefined
      ? []
      : section('its replies decide', [`${written.decides}: ${questionOf(written.decides).asks}`])),
    ...section('as it is written (docs/case-format.md)', safeYaml(written).trimEnd().split('\n')),
    ...section(`as it is sent to tagproof simulate, ${instance.id}`, curlLines(instance, file)),
  ];
}
