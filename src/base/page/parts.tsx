/** The components that all pages are made of: texts from outside, marks, messages of HTTP, what opens and what copies. */
import type { ButtonHTMLAttributes, ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { prettyJson } from '../text/pretty-json.ts';
import { visibleCommand } from '../text/visible.ts';
import { count, partsOf } from './text.ts';

/** A text from outside, shown in full and doing nothing; `lines`: its line breaks stay. */
export const shownParts = (text: string, lines: boolean) =>
  partsOf(text, lines).map(({ text: part, isCode }) => (isCode ? <span class="unseen">{part}</span> : part));

/** On one line; a direction of its own, so that it can't reorder the text next to it. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{shownParts(of, false)}</bdi>;

/** The same as code. */
export const Code = ({ of }: { readonly of: string }) => (
  <code>
    <Text of={of} />
  </code>
);

/** Preformatted, with its line breaks. A long one can be scrolled by keys, too. */
function Lines({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <bdi>{shownParts(of, true)}</bdi>
    </pre>
  );
}

/** A list of texts. */
export function TextList({ of }: { readonly of: readonly string[] }) {
  return (
    <ul>
      {of.map((text) => (
        <li>
          <Text of={text} />
        </li>
      ))}
    </ul>
  );
}

/** How an outcome looks: a sign in addition to the colour, so that neither is needed alone, and a word for who sees neither. */
export interface MarkLook {
  readonly sign: string;
  readonly tone: string;
  readonly word: string;
}

export function Mark({ of: { sign, tone, word } }: { readonly of: MarkLook }) {
  return (
    <span class={`mark ${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="unheard">{word}</span>
    </span>
  );
}

/** What opens by a click, and is only made then: a page of thousands of cases stays light. */
export function LazyDetails({
  summary,
  open = false,
  class: name,
  children,
}: {
  readonly summary: ComponentChildren;
  readonly open?: boolean;
  readonly class?: string;
  readonly children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(open);
  return (
    <details class={name} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}

type ButtonProps = ButtonHTMLAttributes & { readonly onClick: () => unknown };

/** A button that does something on this page. */
export const Button = ({ onClick, ...others }: ButtonProps) => (
  <button type="button" onClick={() => void onClick()} {...others} />
);

const SAID_MS = 3000;

/** Copies a text, which may be made on demand; where the browser refuses that, it selects the text that is shown, or says what to do. */
export function CopyButton({
  text,
  shown,
  children,
}: {
  readonly text: () => string | Promise<string>;
  readonly shown?: RefObject<HTMLElement | null>;
  readonly children: string;
}) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setSaid('copied');
    } catch {
      if (shown?.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(shown === undefined ? 'not copied: select the text and copy it by hand' : 'selected');
    }
  };
  return (
    <span class="copy">
      <Button onClick={copy}>{children}</Button>{' '}
      <span role="status" class="faint">
        {said}
      </span>
    </span>
  );
}

/** The level of a heading that stands inside of another part. */
interface Headed {
  readonly level: 'h3' | 'h4';
}

/** A line of a shell that sends a request, with a button that copies it. */
export function CurlLine({
  of,
  head,
  label,
  level: Heading,
}: Headed & { readonly of: string; readonly head: ComponentChildren; readonly label: string }) {
  const line = useRef<HTMLElement>(null);
  const text = visibleCommand(of);
  return (
    <section class="curl">
      <Heading>
        {head}{' '}
        <CopyButton text={() => text} shown={line}>
          copy
        </CopyButton>
      </Heading>
      <pre tabIndex={0} role="group" aria-label={label}>
        <code ref={line}>{text}</code>
      </pre>
    </section>
  );
}

/** Longer JSON stays as it came: laying it out takes too long. */
const PRETTY_CHARACTERS = 20_000;

interface ShownMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The length of the whole body, of which `body` may be the beginning. */
  readonly bytes?: number;
}

/** A request or a reply: its start, its headers, its body. */
export function Message({
  word,
  start,
  of: { headers, body, bytes = 0 },
  notes = [],
  level: Heading,
}: Headed & {
  readonly word: string;
  readonly start: string;
  readonly of: ShownMessage;
  readonly notes?: readonly string[];
}) {
  const isCut = bytes > new TextEncoder().encode(body).length;
  const text = (body.length <= PRETTY_CHARACTERS ? prettyJson(body) : undefined) ?? body;
  return (
    <section class="message">
      <Heading>
        {word} <Code of={start} />
      </Heading>
      {notes.map((note) => (
        <p key={note} class="error">
          <Text of={note} />
        </p>
      ))}
      <details class="headers">
        <summary>{count(headers.length, 'header')}</summary>
        <dl>
          {headers.map(([name, value], at) => (
            <div key={at}>
              <dt>
                <Text of={name} />
              </dt>
              <dd>
                <Text of={value} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {body === '' ? <p class="faint">no body</p> : <Lines of={text} label={`body of the ${word}`} />}
      {isCut && <p class="faint">only its beginning: {bytes.toLocaleString('en-US')} bytes in all</p>}
    </section>
  );
}

const ARROW_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

const columnOf = (link: HTMLElement): number => link.closest('td')?.cellIndex ?? 0;

/** Moves the focus among the links of a table or a list, of which one is a stop of the tabulator key: up and down within a column, sideways from link to link. */
export function moveByArrows(event: KeyboardEvent): void {
  const step = ARROW_STEPS.get(event.key);
  const from = event.target as HTMLElement;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('td a, li > a')];
  if (step === undefined || !links.includes(from)) return;
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const way = links.filter((link) => isSideways || columnOf(link) === columnOf(from));
  event.preventDefault();
  way[Math.max(0, Math.min(way.length - 1, way.indexOf(from) + step))]?.focus();
}
