/** What the reader chose, kept in the fragment of the page's address: so every choice has a permanent link. */
import { useEffect, useState } from 'preact/hooks';

/** What the fragment says, followed as it changes. */
export function useAddress<T>(read: (hash: string) => T): T {
  const [place, setPlace] = useState(() => read(location.hash));
  useEffect(() => {
    const follow = (): void => setPlace(read(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [read]);
  return place;
}

/** Changes the fragment without a step in the browser's history. */
export function replaceAddress(hash: string): void {
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
