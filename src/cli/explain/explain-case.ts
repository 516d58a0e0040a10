/** A case in plain English. */
import { clauseOf } from '../../spec/clauses.ts';
import { ENDPOINT_IDS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { questionOf } from '../../spec/dialect/questions.ts';
import { clauseWords } from '../../report/facts/clause-words.ts';
import type { WrittenCase } from '../../cases/format/schema/case-schema.ts';
import { endpointsOf, type Instance } from '../../cases/format/instance.ts';
import { indented, section } from '../../base/text/columns.ts';
import { givenLines, sendLines } from '../../cases/send-words.ts';
import { outcomeLines, stepsLines } from './step-words.ts';

type Lines = readonly string[];

function clauseLines({ clauses }: WrittenCase): Lines {
  return clauses.map((id) => {
    const words = clauseWords(id);
    return `${id} (${clauseOf(id)?.level ?? 'unknown'}, ${words.section}): ${words.description}`;
  });
}

const SAME = {
  tags: 'all replies have the same tags',
  answer: 'all replies are the same answer',
  refusal: 'all replies have the same returnCode',
  wording: 'refusals of one code have the same words, but for what repeats the request',
} as const;

function expectedLines({ expect, decides }: WrittenCase, endpoint: Endpoint): Lines {
  if (Array.isArray(expect) || !('every' in expect)) return outcomeLines(expect, endpoint, decides);
  const lines = outcomeLines(expect.every, endpoint, decides);
  return expect.same === undefined ? lines : [...lines, SAME[expect.same]];
}

/** Which replies the case's own expectation is about. */
function expectedHead({ steps = [{}] }: WrittenCase): string {
  if (steps.some(({ expect }) => expect !== undefined)) return 'expected of the other replies';
  const many = steps.length > 1 || steps.some(({ times, each }) => (times ?? each) !== undefined);
  return many ? 'expected of every reply' : 'expected';
}

/** Where the valid request goes; a case may send to several endpoints. */
function requestWords(instance: Instance): string {
  const endpoints = endpointsOf(instance);
  return endpoints.map(({ path }) => `${METHOD} ${path}`).join(' and ');
}

function sentLines(instance: Instance): Lines {
  const { written } = instance.from;
  const differs = sendLines(written.send ?? {}, instance.endpoint);
  const request = requestWords(instance);
  const how = [
    written.connection === 'one' ? ['over one connection'] : [],
    written.together === true ? ['all at once'] : [],
    written.alone === true ? ['no other case runs meanwhile'] : [],
  ].flat();
  return [
    differs.length === 0 ? `the valid request, ${request}` : `the valid request, ${request}, but:`,
    ...differs.map((line) => `- ${line}`),
    ...(how.length === 0 ? [] : [how.join(', ')]),
  ];
}

function decidesLines({ decides }: WrittenCase): Lines {
  if (decides === undefined) return [];
  return [`${decides}: ${questionOf(decides).asks}`];
}

function placeLines({ from: { written, chapter, file, line } }: Instance, all: readonly Instance[]): Lines {
  const places = all.map(({ id }) => id.slice(written.id.length + 1));
  return [
    `chapter ${chapter}`,
    `${file}:${line}`,
    places.length === ENDPOINT_IDS.length ? 'on all nine endpoints' : `on ${places.join(', ')}`,
  ];
}

/** The case of an instance, as it is on that endpoint; `all` are the instances of the same case. */
export function explainCase(instance: Instance, all: readonly Instance[]): Lines {
  const { from, endpoint, id } = instance;
  const { written } = from;
  return [
    all.length === 1 ? id : `${written.id}, here on ${id.slice(written.id.length + 1)}`,
    written.title,
    ...indented(placeLines(instance, all)),
    ...section('clauses; a wrong outcome breaks the first of them', clauseLines(written)),
    ...section('it needs', givenLines(written.given ?? {}, endpoint)),
    ...section('it sends', sentLines(instance)),
    ...section('in these steps', stepsLines(written, endpoint)),
    ...section(expectedHead(written), expectedLines(written, endpoint)),
    ...section(
      'which is wider than the rules, because',
      written.because === undefined ? [] : [written.because],
    ),
    ...section('its replies decide', decidesLines(written)),
  ];
}
