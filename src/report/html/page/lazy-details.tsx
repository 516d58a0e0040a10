/** What opens by a click, and is only made then: a page of thousands of cases stays light. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly summary: ComponentChildren;
  readonly open?: boolean;
  readonly class?: string;
  readonly children: () => ComponentChildren;
}

export function LazyDetails({ summary, open = false, class: name, children }: Props) {
  const [isOpen, setOpen] = useState(open);
  return (
    <details class={name} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
