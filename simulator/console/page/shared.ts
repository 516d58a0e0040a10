/** What all parts of the page share: the API, the place in the address, and the last notice. */
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { replaceAddress, useAddress } from '../../../src/base/page/address.ts';
import type { Api, Method } from './api.ts';
import { hashOf, consolePlace, type PlaceChoices, type ConsolePlace, type Tab } from './logic/place.ts';

export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

export interface Shared {
  readonly api: Api;
  /** Reports the outcome of an action; undefined: nothing. */
  readonly notify: (notice: Notice | undefined) => void;
}

export const SharedContext = createContext<Shared | undefined>(undefined);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (shared === undefined) throw new TypeError('outside of the page');
  return shared;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does something, and says how it went. True where it did. */
export function useAction(): (work: () => Promise<unknown>, done?: string) => Promise<boolean> {
  const { notify } = useShared();
  return useCallback(
    async (work, done) => {
      try {
        await work();
        notify(done === undefined ? undefined : { tone: 'good', text: done });
        return true;
      } catch (error) {
        notify({ tone: 'bad', text: wordsOf(error) });
        return false;
      }
    },
    [notify],
  );
}

/** A call of the API, and what is said once it is done. */
interface Called {
  readonly body?: object;
  readonly says?: string;
}

/** Calls the API and says how it went; then, either way, comes `after`. True where it was done. */
export function useCall(
  after?: () => void,
): (method: Method, path: string, called?: Called) => Promise<boolean> {
  const { api } = useShared();
  const act = useAction();
  return async (method, path, { body, says } = {}) => {
    const isDone = await act(() => api.send(method, path, body), says);
    after?.();
    return isDone;
  };
}

/** What a path of the API gives; loaded again when the path changes, or on demand. An empty path loads nothing. */
export function useLoaded<T>(path: string) {
  const { api } = useShared();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ readonly of: string; readonly value?: T; readonly error: string }>({
    of: '',
    error: '',
  });
  useEffect(() => {
    if (path === '') return undefined;
    let isWanted = true;
    api.get<T>(path).then(
      (value) => isWanted && setState({ of: path, value, error: '' }),
      (error: unknown) => isWanted && setState({ of: path, error: wordsOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [api, path, turn]);
  const isCurrent = state.of === path;
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : '',
    reload: useCallback(() => setTurn((before) => before + 1), []),
  };
}

/** The place in the address, followed. */
export const usePlace = (): ConsolePlace => useAddress(consolePlace);

/** Changes the choices of a place without a step in the history. */
export const choose = (tab: Tab, choices: PlaceChoices): void => replaceAddress(hashOf(tab, choices));
