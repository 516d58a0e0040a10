/** What a client bears: a row for each choice, the broken ones first, each with what showed it. */
import { LazyDetails, Lines, Text } from '../../../page/parts.tsx';
import type { TolerancePage } from '../page-data.ts';

const TONES: Readonly<Record<string, string>> = { breaks: 'bad', ok: 'good' };
const ORDER = ['breaks', 'ok', 'default', 'not exercised', 'not run'];

export function ToleranceView({ page }: { readonly page: TolerancePage }) {
  const rows = page.rows.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  return (
    <>
      <header>
        <p class="brand">tagproof · what a client bears</p>
        <h1>
          <Text of={page.client} />
        </h1>
        <p>{page.counts}</p>
      </header>
      <main>
        <div class="wide" tabIndex={0} role="group" aria-label="choices and results">
          <table class="plain">
            <tbody>
              {rows.map(({ id, asks, result, note, lines }) => (
                <tr>
                  <td class={`result ${TONES[result] ?? 'unknown'}`}>{result}</td>
                  <th scope="row">
                    <Text of={id} />
                    <br />
                    <span class="faint">{asks}</span>
                    {note !== '' && (
                      <div>
                        <Text of={note} />
                      </div>
                    )}
                    {lines !== '' && (
                      <LazyDetails summary="what showed it">
                        {() => <Lines of={lines} label={id} />}
                      </LazyDetails>
                    )}
                  </th>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </main>
    </>
  );
}
