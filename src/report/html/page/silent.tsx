/** Where the document is silent: what this backend answers. */
import type { RunPage } from '../page-data.ts';
import { Text } from '../../../page/parts.tsx';

export function Silent({ page: { silences } }: { readonly page: RunPage }) {
  if (silences.length === 0) return null;
  return (
    <section id="silent" aria-labelledby="silent-head">
      <h2 id="silent-head">Where the document is silent, this backend answers</h2>
      <div class="wide" tabIndex={0} role="group" aria-label="answers">
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">question</th>
              <th scope="col">answer</th>
            </tr>
          </thead>
          <tbody>
            {silences.map(({ question, asks, answer }) => (
              <tr>
                <th scope="row">
                  <Text of={asks} />
                  <br />
                  <code class="faint">{question}</code>
                </th>
                <td>
                  <Text of={answer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
