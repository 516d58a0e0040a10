/** The rows of the journal: links, through which arrow keys move. */
import { Component, type ComponentType, type FunctionComponent } from 'preact';
import type { EntrySummary } from '../../../journal/journal-shapes.ts';
import { hashOf, type PlaceChoices } from '../logic/place.ts';
import { Code, Text, type MarkLook } from '../../../../src/base/page/parts.tsx';

/** `12:34:56.789` of the reader's clock. */
export const timeOf = (at: string): string => {
  const time = new Date(at);
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`;
};

/** How an answer looks in a list. */
function lookOf({ status, returnCode, errorCode, fault }: EntrySummary): MarkLook {
  if (status === null) return { sign: '⚡', tone: 'error', word: 'no reply' };
  if (fault !== null) return { sign: '⚡', tone: 'error', word: returnCode ?? `HTTP ${status}` };
  if (returnCode === null) return { sign: '✗', tone: 'bad', word: `HTTP ${status}` };
  if (returnCode !== 'Ok') return { sign: '✗', tone: 'bad', word: returnCode };
  return errorCode === 'Ok'
    ? { sign: '✓', tone: 'good', word: 'Ok' }
    : { sign: '–', tone: 'warned', word: errorCode ?? 'Ok' };
}

export function CodeMark({ of }: { readonly of: EntrySummary }) {
  const { sign, tone, word } = lookOf(of);
  return (
    <span class={`code ${tone}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

const differ = (a: object, b: object): boolean =>
  Object.keys(b).some((key) => a[key as keyof typeof a] !== b[key as keyof typeof b]);

/** A component that is made again only when its properties change. */
function memo<P extends object>(render: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return differ(this.props, next);
    }

    override render() {
      const Inner = render;
      return <Inner {...this.props} />;
    }
  };
}

interface RowProps {
  readonly of: EntrySummary;
  readonly href: string;
  readonly isChosen: boolean;
  readonly isStop: boolean;
}

const Row = memo(function Row({ of, href, isChosen, isStop }: RowProps) {
  const { at, endpoint, method, target, subject, reason, key } = of;
  const duties = of.duties.filter(({ guess }) => !guess);
  return (
    <li>
      <a href={href} tabIndex={isStop ? 0 : -1} aria-current={isChosen ? 'true' : undefined}>
        <span class="when">{timeOf(at)}</span>
        <CodeMark of={of} />
        <span class="what">
          {endpoint ?? <Text of={`${method} ${target}`} />} {subject !== null && <Code of={subject} />}{' '}
          {key !== null && (
            <span class="faint">
              as <Text of={key} />
            </span>
          )}{' '}
          {duties.length > 0 && (
            <span class="duty">
              {duties.length === 1 ? 'a duty broken' : `${duties.length} duties broken`}
            </span>
          )}
        </span>
        <span class="why">
          <Text of={reason} />
        </span>
      </a>
    </li>
  );
});

const STEPS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
};

function moveByArrows(event: KeyboardEvent): void {
  const item = (event.target as HTMLElement).closest('li');
  if (item === null) return;
  const step = STEPS[event.key];
  const edge =
    event.key === 'Home' ? item.parentElement?.firstElementChild : item.parentElement?.lastElementChild;
  const to = step === undefined ? (event.key === 'Home' || event.key === 'End' ? edge : null) : item[step];
  const link = to?.querySelector('a');
  if (link === null || link === undefined) return;
  event.preventDefault();
  link.focus();
}

interface Props {
  readonly entries: readonly EntrySummary[];
  readonly chosen: number;
  readonly choices: PlaceChoices;
}

export function EntryList({ entries, chosen, choices }: Props) {
  const stop = entries.some(({ id }) => id === chosen) ? chosen : entries[0]?.id;
  return (
    <ol class="entries" aria-label="requests, the newest first" onKeyDown={moveByArrows}>
      {entries.map((entry) => (
        <Row
          key={entry.id}
          of={entry}
          href={hashOf('journal', { ...choices, entry: String(entry.id) })}
          isChosen={entry.id === chosen}
          isStop={entry.id === stop}
        />
      ))}
    </ol>
  );
}
