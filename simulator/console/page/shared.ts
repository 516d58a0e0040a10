/** What all parts of the page share: the API, what the simulator serves now, the place in the address, and the last notice. */
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { replaceAddress, useAddress } from '../../../src/base/page/address.ts';
import type { Status } from '../../control/status.ts';
import type { Method, Send } from './api.ts';
import { consolePlace, hashOf, type ConsolePlace, type PlaceChoices, type Tab } from './logic/place.ts';

/** Whether it is the console of the proxy, which has a journal alone. */
export const isProxy = document.querySelector('meta[name="console-of"]')?.getAttribute('content') === 'proxy';
/** Whose console it is. */
export const OWNER = isProxy ? 'proxy' : 'simulator';

export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

interface Shared {
  readonly send: Send;
  /** Undefined: it is not known yet. */
  readonly status: Status | undefined;
  readonly reloadStatus: () => void;
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

/** A call of the API, and what is said once it is done. */
interface Called {
  readonly body?: object;
  readonly says?: string;
}

/** Calls the API and says how it went; then, either way, comes `after`. True where it was done. */
export function useCall(
  after?: () => void,
): (method: Method, path: string, called?: Called) => Promise<boolean> {
  const { send, notify, reloadStatus } = useShared();
  return async (method, path, { body, says } = {}) => {
    const outcome = await send(method, path, body).then(
      (): Notice | undefined => (says === undefined ? undefined : { tone: 'good', text: says }),
      (error: unknown): Notice => ({ tone: 'bad', text: wordsOf(error) }),
    );
    notify(outcome);
    reloadStatus();
    after?.();
    return outcome?.tone !== 'bad';
  };
}

/** What a path of the API gives; loaded again when the path changes, or on demand. An empty path loads nothing. */
export function useLoaded<T>(path: string) {
  const { send } = useShared();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ readonly of: string; readonly value?: T; readonly error: string }>({
    of: '',
    error: '',
  });
  useEffect(() => {
    if (path === '') return undefined;
    let isWanted = true;
    send<T>('GET', path).then(
      (value) => isWanted && setState({ of: path, value, error: '' }),
      (error: unknown) => isWanted && setState({ of: path, error: wordsOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [send, path, turn]);
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
