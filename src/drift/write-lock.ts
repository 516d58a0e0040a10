/** Writing `tagproof.lock`: an answer a line, in the document's order; classes and approvals stay as they are written. */
import { isMap, isSeq, parseDocument, type Document } from 'yaml';
import { textOfYaml } from '../text/safe-yaml.ts';
import { bySlot, slotKey, type Slot } from '../probe/slots.ts';
import { fingerprint } from './drift.ts';
import type { Lock, LockedAnswer } from './lock.ts';
import type { Observed } from './observed.ts';

const HEAD = `# yaml-language-server: $schema=node_modules/tagproof/fixtures/lock.schema.json
# How this backend answers what the document leaves open. Written by tagproof run --update-lock; commit it.
lock: 1
answers: {}
`;

const keyOf = ({ question, at }: Slot): string => (at === '' ? question : slotKey({ question, at }));

/** The answers of the lock, those that were seen replaced by what the replies show. */
export function updatedAnswers({ answers }: Lock, observed: Observed): readonly LockedAnswer[] {
  const seen = [...observed.values()].map(({ question, at, options, cases }): LockedAnswer => ({
    question,
    at,
    options,
    from: cases.get(options[0] ?? '')?.[0],
  }));
  const unseen = answers.filter((answer) => !observed.has(slotKey(answer)));
  return [...seen, ...unseen].toSorted(bySlot);
}

function putAnswers(document: Document, answers: readonly LockedAnswer[]): void {
  const table = answers.map((answer) => {
    const [only, ...others] = answer.options;
    const value = {
      answer: others.length === 0 ? only : answer.options,
      ...(answer.from !== undefined && { from: answer.from }),
    };
    return [keyOf(answer), value] as const;
  });
  const node = document.createNode(Object.fromEntries(table));
  if (isMap(node)) for (const { value } of node.items) if (isMap(value)) value.flow = true;
  document.set('answers', node);
}

/** Removes the approvals of drift that is locked now. */
function dropApprovals(document: Document, adopted: ReadonlySet<string>): void {
  const list = document.get('approved');
  if (!isSeq(list)) return;
  list.items = list.items.filter((item) => !isMap(item) || !adopted.has(String(item.get('drift'))));
  if (list.items.length === 0) document.delete('approved');
}

/** The text of a lock with what the replies show. `text`: the lock as it is; undefined if there is no file yet. */
export function lockText(text: string | undefined, lock: Lock, observed: Observed): string {
  const document = parseDocument(text ?? HEAD);
  const adopted = lock.answers.flatMap(({ question, at, options }) => {
    const now = observed.get(slotKey({ question, at }));
    if (now === undefined) return [];
    return [at, ''].map((place) => fingerprint({ question, at: place, from: options, to: now.options }));
  });
  putAnswers(document, updatedAnswers(lock, observed));
  dropApprovals(document, new Set(adopted));
  return `${textOfYaml(document).trimEnd()}\n`;
}
