/** Asks for the token of the control API, where the address brought none. */
import { useState } from 'preact/hooks';
import { Form, TextField } from './parts/fields.tsx';

interface Props {
  readonly wasRefused: boolean;
  readonly onToken: (token: string) => void;
}

export function SignIn({ wasRefused, onToken }: Props) {
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
          <span class="bad">The simulator refused the token. It makes a new one at each start.</span>
        </p>
      )}
      <p>
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
