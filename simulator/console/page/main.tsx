/** The console: the sign-in, the tabs with what makes this simulator differ from a plain one, and the last notice. */
import { render } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Button, Text } from '../../../src/base/page/parts.tsx';
import { count } from '../../../src/base/page/text.ts';
import type { Status } from '../../control/status.ts';
import { senderWith } from './api.ts';
import { hashOf, TABS, tokenIn, type Tab } from './logic/place.ts';
import { Form, TextField } from './parts/fields.tsx';
import { isProxy, OWNER, SharedContext, usePlace, type Notice } from './shared.ts';
import { Dialect } from './views/dialect.tsx';
import { Faults } from './views/faults.tsx';
import { JournalView } from './views/journal.tsx';
import { World } from './views/world.tsx';

interface SignInProps {
  readonly wasRefused: boolean;
  readonly onToken: (token: string) => void;
}

/** Asks for the token of the control API, where the address brought none. */
function SignIn({ wasRefused, onToken }: SignInProps) {
  const [token, setToken] = useState('');
  const submit = (): void => {
    const given = token.trim().replace(/^.*#token=/, '');
    if (given !== '') onToken(given);
  };
  return (
    <main>
      <h2>The token of this {OWNER}</h2>
      {wasRefused && (
        <p class="said" role="alert">
          <span class="bad">
            The {OWNER} refused the token. It makes a new one at each start, unless{' '}
            <code>TAGPROOF_CONTROL_TOKEN</code> gives it one.
          </span>
        </p>
      )}
      <p>
        It is the one that you gave as <code>TAGPROOF_CONTROL_TOKEN</code>; without that variable,{' '}
        <code>tagproof {isProxy ? 'proxy' : 'simulate'}</code> printed the address of this page with its token
        behind <code>#token=</code>. Open that address, or paste it or the token here. It is kept until this
        tab is closed.
      </p>
      <Form onSubmit={submit} label="open the console">
        <TextField label="Control token" type="password" value={token} onChange={setToken} />
        <button type="submit" class="main">
          open the console
        </button>
      </Form>
    </main>
  );
}

const VIEWS = {
  journal: JournalView,
  world: World,
  faults: Faults,
  dialect: Dialect,
} as const satisfies Record<Tab, unknown>;

/** What a tab says of the state of the simulator, whichever tab is open: a sign, and a word for who hears it. */
const MARKS: Readonly<Partial<Record<Tab, (status: Status) => readonly [number: number, word: string]>>> = {
  faults: ({ faults }) => [faults, `${count(faults, 'fault')} set`],
  dialect: ({ dialect }) => [dialect, `${count(dialect, 'choice')} other than by default`],
};

const MOST_SHOWN = 9;

function TabMark({ tab, status }: { readonly tab: Tab; readonly status: Status | undefined }) {
  const [number, word] = (status && MARKS[tab]?.(status)) ?? [0, ''];
  return number === 0 ? null : (
    <span class="tab-mark warned" title={word}>
      <span aria-hidden="true">{number > MOST_SHOWN ? '9+' : number}</span>
      <span class="unheard"> {word}</span>
    </span>
  );
}

const STATUS_EVERY_MS = 2000;

/** What the simulator serves now, looked at again and again: tests change it, too. */
function useStatus(send: ReturnType<typeof senderWith>): readonly [Status | undefined, () => void] {
  const [status, setStatus] = useState<Status | undefined>(undefined);
  const reload = useCallback(() => void send<Status>('GET', '/status').then(setStatus, () => {}), [send]);
  useEffect(() => {
    if (isProxy) return undefined;
    reload();
    const timer = setInterval(reload, STATUS_EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return [status, reload];
}

function Console({ token, onUnauthorized }: { readonly token: string; readonly onUnauthorized: () => void }) {
  const [notice, notify] = useState<Notice | undefined>(undefined);
  const send = useMemo(() => senderWith(token, onUnauthorized), [token, onUnauthorized]);
  const [status, reloadStatus] = useStatus(send);
  const { tab, choices } = usePlace();
  const View = isProxy ? JournalView : VIEWS[tab];
  useEffect(() => notify(undefined), [tab]);
  const shared = useMemo(() => ({ send, status, reloadStatus, notify }), [send, status, reloadStatus]);
  return (
    <SharedContext.Provider value={shared}>
      {!isProxy && (
        <nav aria-label="parts of the console">
          {(Object.keys(TABS) as Tab[]).map((each) => (
            <a key={each} href={hashOf(each)} aria-current={each === tab ? 'page' : undefined}>
              {TABS[each]}
              <TabMark tab={each} status={status} />
            </a>
          ))}
        </nav>
      )}
      <main>
        <div role="status" class="said">
          {notice !== undefined && (
            <p class={notice.tone}>
              <Text of={notice.text} /> <Button onClick={() => notify(undefined)}>close</Button>
            </p>
          )}
        </div>
        <View choices={choices} />
      </main>
    </SharedContext.Provider>
  );
}

/** The token of the control API: taken out of the address at once, and kept for this tab of the browser alone. */
const STORED = 'tagproof.control-token';

/** The token that the address brought or that was kept; empty: there is none. */
function takeToken(): string {
  const given = tokenIn(location.hash);
  if (given !== undefined) {
    history.replaceState(null, '', location.pathname);
    sessionStorage.setItem(STORED, given);
  }
  return sessionStorage.getItem(STORED) ?? '';
}

function App() {
  const [token, setToken] = useState(takeToken);
  const [wasRefused, setRefused] = useState(false);
  useEffect(() => {
    const follow = (): void => setToken(takeToken());
    addEventListener('hashchange', follow);
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  const onUnauthorized = useCallback(() => {
    setRefused(true);
    sessionStorage.removeItem(STORED);
    setToken('');
  }, []);
  const onToken = (given: string): void => {
    setRefused(false);
    sessionStorage.setItem(STORED, given);
    setToken(given);
  };
  return (
    <>
      <header>
        <h1>{isProxy ? 'getTag proxy' : 'getTag simulator'}</h1>
        <p class="brand">
          tagproof · console of <code>{location.host}</code>
        </p>
      </header>
      {token === '' ? (
        <SignIn wasRefused={wasRefused} onToken={onToken} />
      ) : (
        <Console token={token} onUnauthorized={onUnauthorized} />
      )}
    </>
  );
}

const place = document.querySelector('#page');
if (place !== null) render(<App />, place);
