/** The choice among cases: by verdict, clause, endpoint and text. */
import { visibleLine } from '../../../text/visible.ts';
import type { RunPage } from '../page-data.ts';
import { NO_CHOICE, type Choice } from './logic/choice.ts';
import { VERDICT_LOOKS, VERDICT_ORDER } from './marks.tsx';

interface Props {
  readonly page: RunPage;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

/** The verdicts with one more or one less. */
function toggled(verdict: string, all: string): string {
  const chosen = new Set(all.split(',').filter((each) => each !== ''));
  if (!chosen.delete(verdict)) chosen.add(verdict);
  return VERDICT_ORDER.filter((each) => chosen.has(each)).join(',');
}

export function Filters({ page, choice, onChoice }: Props) {
  const change = (part: Partial<Choice>): void =>
    onChoice({ ...NO_CHOICE, ...choice, section: '', case: '', ...part });
  const chosen = new Set(choice.verdict.split(','));
  return (
    <form
      class="filters"
      role="search"
      aria-label="filter the cases"
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset>
        <legend>verdict</legend>
        {VERDICT_ORDER.map((verdict) => (
          <button
            type="button"
            aria-pressed={chosen.has(verdict)}
            class={VERDICT_LOOKS[verdict].tone}
            onClick={() => change({ verdict: toggled(verdict, choice.verdict) })}
          >
            {VERDICT_LOOKS[verdict].word} {page.totals[verdict].toLocaleString('en-US')}
          </button>
        ))}
      </fieldset>
      <label>
        clause
        <select value={choice.clause} onChange={(event) => change({ clause: event.currentTarget.value })}>
          <option value="">all</option>
          {page.clauses.map(({ id }) => (
            <option value={id}>{visibleLine(id)}</option>
          ))}
        </select>
      </label>
      <label>
        endpoint
        <select value={choice.endpoint} onChange={(event) => change({ endpoint: event.currentTarget.value })}>
          <option value="">all</option>
          {page.endpoints.map((id) => (
            <option value={id}>{id}</option>
          ))}
        </select>
      </label>
      <label class="text">
        text
        <input
          type="search"
          value={choice.text}
          placeholder="id, title, expected, actual, body"
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
    </form>
  );
}
