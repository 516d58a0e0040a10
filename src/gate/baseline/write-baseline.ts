/** Writing a baseline: sorted by finding, one entry a block, comments and reasons of earlier entries kept. */
import { isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { textOfYaml } from '../../text/safe-yaml.ts';
import type { EntryInput } from './baseline-schema.ts';

const HEAD = `# yaml-language-server: $schema=node_modules/tagproof/fixtures/baseline.schema.json
# Known findings: tagproof run --baseline fails on all others, and on entries that no longer occur.
baseline: 1
findings: []
`;

const findingOf = (item: unknown): string => (isMap(item) ? String(item.get('finding')) : '');

/** Days and other texts that YAML would read otherwise stay texts. */
function itemOf(document: Document, entry: EntryInput): YAMLMap {
  const { finding, reason, owner, link, expires, atMost, flaky } = entry;
  const parts = { finding, reason, owner, link, expires, atMost, flaky };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return document.createNode(Object.fromEntries(given)) as YAMLMap;
}

/** The text with entries added and taken out; `text` is that of a sound baseline, or undefined where there is none yet. */
export function rewritten(
  text: string | undefined,
  added: readonly EntryInput[],
  removed: ReadonlySet<string>,
): string {
  const document = parseDocument(text ?? HEAD);
  const list = document.get('findings');
  if (!isSeq(list)) throw new TypeError('a baseline without its list');
  const kept = list.items.filter((item) => !removed.has(findingOf(item)));
  list.items = [...kept, ...added.map((entry) => itemOf(document, entry))].toSorted((a, b) =>
    findingOf(a) < findingOf(b) ? -1 : 1,
  );
  list.flow = list.items.length === 0;
  return `${textOfYaml(document, { flowCollectionPadding: false }).trimEnd()}\n`;
}
