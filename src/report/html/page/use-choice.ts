/** The reader's choice, kept in the address of the page. */
import { useEffect, useState } from 'preact/hooks';
import { choiceOf, hashOf, type Choice } from './logic/choice.ts';

/** The choice now, and what changes it without a step in the browser's history. */
export function useChoice(): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => choiceOf(location.hash));
  useEffect(() => {
    const follow = (): void => setChoice(choiceOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const change = (next: Choice): void => {
    history.replaceState(null, '', hashOf(next));
    setChoice(next);
  };
  return [choice, change];
}
