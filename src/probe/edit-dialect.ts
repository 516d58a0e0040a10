/** Adding answers to the `dialect:` of a target file as text: all that stands in it stays as it is written. */
import {
  isMap,
  isScalar,
  parseDocument,
  type Document,
  type Pair,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';
import type { Answer } from '../dialect/dialect.ts';
import { grouped } from '../report/grouping.ts';
import { answerLines, flowAnswers, flowValue, type Asked } from './dialect-text.ts';
import { afterLine, indentAt, spliced, type Edit } from './splice.ts';

const SECTION = 'dialect';

type Mapping = YAMLMap.Parsed;
type Item = Pair<ParsedNode, ParsedNode | null>;

const keyOf = ({ key }: Item): string => (isScalar(key) ? String(key.value) : '');

/** Where an item of a mapping ends, its comment aside. */
const endOf = ({ key, value }: Item): number => (value ?? key).range[1];

const isEmpty = (node: ParsedNode | null): boolean =>
  node === null || (isScalar(node) && node.value === null) || (isMap(node) && node.items.length === 0);

/** New lines behind the last one of a block mapping. */
function appended(text: string, map: Mapping, linesOf: (indent: string) => readonly string[]): Edit {
  const [first] = map.items;
  const last = map.items.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('an empty mapping has no last line');
  const { at, lead } = afterLine(text, endOf(last));
  return { at, remove: 0, insert: lead + linesOf(indentAt(text, first.key.range[0])).join('') };
}

/** More items behind the last one of a flow mapping; where its brace has a line of its own, each on one of theirs. */
function joined(text: string, map: Mapping, items: readonly string[], gap: string): readonly Edit[] {
  const last = map.items.at(-1);
  const [first] = map.items;
  if (first === undefined || last === undefined) throw new TypeError('an empty mapping has no last item');
  const end = endOf(last);
  const brace = map.range[1] - 1;
  const between = text.slice(end, brace);
  if (!between.includes('\n'))
    return [{ at: end, remove: 0, insert: items.map((item) => `,${gap}${item}`).join('') }];
  const comma = /^[^#\n]*,/.test(between) ? '' : ',';
  const indent = /^\s*$/.test(indentAt(text, first.key.range[0])) ? indentAt(text, first.key.range[0]) : '  ';
  const lines = items.map((item) => `${indent}${item},\n`).join('');
  return [
    { at: end, remove: 0, insert: comma },
    { at: brace - indentAt(text, brace).length, remove: 0, insert: lines },
  ];
}

/** A question that the file answers for some places gets more of them. */
function widened(text: string, { value }: Item, { question, answers }: Asked): readonly Edit[] {
  if (!isMap(value)) throw new TypeError(`${question} is answered as a whole`);
  if (value.items.length === 0) {
    const [at, end] = value.range;
    return [{ at, remove: end - at, insert: flowValue({ question, answers }) }];
  }
  if (value.flow === true) return joined(text, value, flowAnswers(answers), ' ');
  return [appended(text, value, (indent) => flowAnswers(answers).map((each) => `${indent}${each}\n`))];
}

function intoMap(text: string, map: Mapping, asked: readonly Asked[]): readonly Edit[] {
  const itemOf = ({ question }: Asked): Item | undefined =>
    map.items.find((item) => keyOf(item) === question);
  const fresh = asked.filter((each) => itemOf(each) === undefined);
  const edits = asked.flatMap((each) => {
    const item = itemOf(each);
    return item === undefined ? [] : widened(text, item, each);
  });
  if (fresh.length === 0) return edits;
  return map.flow === true
    ? [
        ...edits,
        ...joined(
          text,
          map,
          fresh.map((each) => `${each.question}: ${flowValue(each)}`),
          '\n  ',
        ),
      ]
    : [...edits, appended(text, map, (indent) => fresh.flatMap((each) => answerLines(each, indent)))];
}

const sectionLines = (asked: readonly Asked[]): string =>
  asked.flatMap((each) => answerLines(each, '  ')).join('');

/** `dialect:` without anything in it: the answers go below its line. */
function intoEmpty(text: string, { key, value }: Item, asked: readonly Asked[]): readonly Edit[] {
  const [from = 0, to = 0] = value?.range ?? [];
  const { at, lead } = afterLine(text, Math.max(key.range[1], to));
  return [
    { at: from, remove: to - from, insert: '' },
    { at, remove: 0, insert: lead + sectionLines(asked) },
  ];
}

/** A file without `dialect:` gets one behind what says where the target is, else at its end. */
function asNewSection(text: string, root: Mapping, asked: readonly Asked[]): readonly Edit[] {
  const before = root.items.findLast((item) => ['target', 'http'].includes(keyOf(item))) ?? root.items.at(-1);
  const { at, lead } = afterLine(text, before === undefined ? text.length : endOf(before));
  const apart = text.startsWith('\n', at) || text.startsWith('\r\n', at) ? '\n' : '';
  return [{ at, remove: 0, insert: `${lead}${apart}${SECTION}:\n${sectionLines(asked)}` }];
}

/** Undefined: the file is written in a way that can't be edited line by line. */
function editsOf(
  text: string,
  root: ParsedNode | null,
  asked: readonly Asked[],
): readonly Edit[] | undefined {
  if (!isMap(root) || root.flow === true) return undefined;
  const section = root.items.find((item) => keyOf(item) === SECTION);
  if (section === undefined) return asNewSection(text, root, asked);
  if (isEmpty(section.value)) return intoEmpty(text, section, asked);
  return isMap(section.value) ? intoMap(text, section.value, asked) : undefined;
}

/** By the document's own means, which write all of it anew. */
function rewritten(document: Document, answers: readonly Answer[]): string {
  if (!isMap(document.get(SECTION))) document.set(SECTION, document.createNode({}));
  for (const { question, at, option } of answers)
    document.setIn([SECTION, question, ...(at === '' ? [] : [at])], option);
  return document.toString({ lineWidth: 0 });
}

/** The text with these answers added; its questions must not be answered in it already where they are now. */
export function editDialect(text: string, answers: readonly Answer[]): string {
  if (answers.length === 0) return text;
  const document = parseDocument(text, { schema: 'core', stringKeys: true });
  const asked = [...grouped(answers, ({ question }) => question)].map(([question, its]) => ({
    question,
    answers: its,
  }));
  const edits = editsOf(text, document.contents, asked);
  return edits === undefined ? rewritten(document, answers) : spliced(text, edits);
}
