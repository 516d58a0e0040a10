/** The console: the sign-in, the tabs, and the last notice. */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { apiWith } from './api.ts';
import { hashOf, TABS, tokenIn, type Tab } from './logic/place.ts';
import { SharedContext, usePlace, type Notice } from './shared.ts';
import { Dialect } from './views/dialect.tsx';
import { Faults } from './views/faults.tsx';
import { JournalView } from './views/journal.tsx';
import { World } from './views/world.tsx';
import { Button, Text } from '../../../src/base/page/parts.tsx';
import { Form, TextField } from './parts/fields.tsx';

// Asks for the token of the control API, where the address brought none.

interface Props {
  readonly wasRefused: boolean;
  readonly onToken: (token: string) => void;
}

function SignIn({ wasRefused, onToken }: Props) {
  const [token, setToken] = useState('');
  const submit = (): void => {
    const given = token.trim().replace(/^.*#token=/, '');
    if (given !== '') onToken(given);
  };
  return (
    <main class="sign-in">
      <h2>The token of this simulator</h2>
      {wasRefused && (
        <p class="said" role="alert">
          <span class="bad">
            The simulator refused the token. It makes a new one at each start, unless{' '}
            <code>TAGPROOF_CONTROL_TOKEN</code> gives it one.
          </span>
        </p>
      )}
      <p>
        It is the one that you gave as <code>TAGPROOF_CONTROL_TOKEN</code>; without that variable,{' '}
        <code>tagproof simulate</code> printed the address of this page with its token behind{' '}
        <code>#token=</code>. Open that address, or paste it or the token here. It is kept until this tab is
        closed.
      </p>
      <Form onSubmit={submit} label="open the console">
        <div class="fields">
          <TextField
            label="Control token"
            type="password"
            value={token}
            onChange={setToken}
            class="wide-field"
          />
          <button type="submit" class="main">
            open the console
          </button>
        </div>
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

function Tabs({ now }: { readonly now: Tab }) {
  return (
    <nav aria-label="parts of the console">
      {(Object.keys(TABS) as Tab[]).map((tab) => (
        <a key={tab} href={hashOf(tab)} aria-current={tab === now ? 'page' : undefined}>
          {TABS[tab]}
        </a>
      ))}
    </nav>
  );
}

interface NoticeProps {
  readonly notice: Notice | undefined;
  readonly onClose: () => void;
}

function NoticeBar({ notice, onClose }: NoticeProps) {
  return (
    <div role="status" class="said">
      {notice !== undefined && (
        <p class={notice.tone}>
          <Text of={notice.text} /> <Button onClick={onClose}>close</Button>
        </p>
      )}
    </div>
  );
}

function Console({ token, onUnauthorized }: { readonly token: string; readonly onUnauthorized: () => void }) {
  const [notice, notify] = useState<Notice | undefined>(undefined);
  const shared = useMemo(() => ({ api: apiWith(token, onUnauthorized), notify }), [token, onUnauthorized]);
  const { tab, choices } = usePlace();
  const View = VIEWS[tab];
  useEffect(() => notify(undefined), [tab]);
  return (
    <SharedContext.Provider value={shared}>
      <Tabs now={tab} />
      <main>
        <NoticeBar notice={notice} onClose={() => notify(undefined)} />
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
    keepToken(given);
  }
  return sessionStorage.getItem(STORED) ?? '';
}

function keepToken(token: string): void {
  sessionStorage.setItem(STORED, token);
}

function forgetToken(): void {
  sessionStorage.removeItem(STORED);
}

/** Takes a token from the address whenever there is one. */
function useToken(): readonly [string, (token: string) => void, () => void] {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    const follow = (): void => setToken(takeToken());
    addEventListener('hashchange', follow);
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  const give = (next: string): void => {
    keepToken(next);
    setToken(next);
  };
  const drop = useCallback(() => {
    forgetToken();
    setToken('');
  }, []);
  return [token, give, drop];
}

export function App() {
  const [token, give, drop] = useToken();
  const [wasRefused, setRefused] = useState(false);
  const onUnauthorized = useCallback(() => {
    setRefused(true);
    drop();
  }, [drop]);
  return (
    <>
      <header>
        <h1>getTag simulator</h1>
        <p class="brand">
          tagproof · console of <code>{location.host}</code>
        </p>
      </header>
      {token === '' ? (
        <SignIn
          wasRefused={wasRefused}
          onToken={(next) => {
            setRefused(false);
            give(next);
          }}
        />
      ) : (
        <Console token={token} onUnauthorized={onUnauthorized} />
      )}
    </>
  );
}
