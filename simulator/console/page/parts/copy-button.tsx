/** Copies a text; where the browser refuses that, it says so. The text may be made on demand. */
import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly text: () => string | Promise<string>;
  readonly children: string;
}

const SAID_MS = 3000;

export function CopyButton({ text, children }: Props) {
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
      setSaid('not copied: select the text and copy it by hand');
    }
  };
  return (
    <span class="copy">
      <button type="button" onClick={() => void copy()}>
        {children}
      </button>{' '}
      <span role="status" class="faint">
        {said}
      </span>
    </span>
  );
}
