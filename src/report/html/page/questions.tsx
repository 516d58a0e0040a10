/** Where the document is silent: what a backend answers, or several of them side by side. */
import { Text } from '../../../page/parts.tsx';
import type { RunPage } from '../page-data.ts';

interface QuestionRow {
  readonly question: string;
  readonly asks: string;
  /** One for each column; empty: no reply answered it. */
  readonly answers: readonly string[];
}

interface Props {
  readonly label: string;
  /** Above the questions. */
  readonly head: string;
  /** Above the answers. */
  readonly names: readonly string[];
  readonly rows: readonly QuestionRow[];
}

/** A row for each question, a column for each backend. */
export function QuestionTable({ label, head, names, rows }: Props) {
  return (
    <div class="wide" tabIndex={0} role="group" aria-label={label}>
      <table class="plain">
        <thead>
          <tr>
            {head === '' ? <td /> : <th scope="col">{head}</th>}
            {names.map((name) => (
              <th scope="col">
                <Text of={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ question, asks, answers }) => (
            <tr>
              <th scope="row">
                <Text of={asks} />
                <br />
                <code class="faint">{question}</code>
              </th>
              {answers.map((answer) => (
                <td>{answer === '' ? '–' : <Text of={answer} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Silent({ page: { silences } }: { readonly page: RunPage }) {
  if (silences.length === 0) return null;
  return (
    <section id="silent" aria-labelledby="silent-head">
      <h2 id="silent-head">Where the document is silent, this backend answers</h2>
      <QuestionTable
        label="answers"
        head="question"
        names={['answer']}
        rows={silences.map(({ answer, ...row }) => ({ ...row, answers: [answer] }))}
      />
    </section>
  );
}
