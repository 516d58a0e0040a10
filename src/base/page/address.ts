/** What the reader chose, kept in the fragment of the page's address: so every choice has a permanent link. */
import { useEffect, useMemo, useState } from 'preact/hooks';

/** What the fragment says, followed as it changes. */
export function useAddress<T>(read: (hash: string) => T): T {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    // It may have changed between the first render and this.
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  return useMemo(() => read(hash), [read, hash]);
}

/** Changes the fragment without a step in the browser's history. */
export function replaceAddress(hash: string): void {
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
