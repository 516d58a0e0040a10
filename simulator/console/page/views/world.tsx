/** The world: games, what is in each, one item with its tags; the way back to the start, and the clock. */
import { useState } from 'preact/hooks';
import { Button, Code, Text } from '../../../../src/base/page/parts.tsx';
import type { Status } from '../../../control/status.ts';
import { pathOf, queryOf } from '../api.ts';
import { hashOf, type PlaceChoices } from '../logic/place.ts';
import { KIND_NAMES, KINDS, summaryOf, type Item } from '../logic/words.ts';
import { Form, Select, TextField } from '../parts/fields.tsx';
import { choose, useCall, useLoaded, useShared } from '../shared.ts';
import { ItemView } from './item.tsx';

function Reset({ onReset }: { readonly onReset: () => void }) {
  const call = useCall(onReset);
  const reset = async (): Promise<void> => {
    if (confirm('All changes since the start are lost. Reset the world, the faults and the dialect?'))
      await call('POST', '/reset', { says: 'the world, the faults and the dialect are as at the start' });
  };
  return (
    <>
      <h2>Reset</h2>
      <p>Back to the start: the world, the faults and the dialect. The journal and the clock stay.</p>
      <p class="acts">
        <Button class="danger" onClick={reset}>
          reset the world
        </Button>
      </p>
    </>
  );
}

function Clock({ of: { aheadSeconds, stopped } }: { readonly of: Status['clock'] }) {
  const call = useCall();
  const [seconds, setSeconds] = useState('3600');
  return (
    <>
      <h2>Clock</h2>
      <p role="status">
        {aheadSeconds.toLocaleString('en-US')} seconds ahead of real time{stopped ? ', stopped' : ''}.
      </p>
      <Form
        label="move the clock"
        onSubmit={() => call('POST', '/clock', { body: { advanceSeconds: Number(seconds) } })}
      >
        <TextField label="Seconds" type="number" value={seconds} onChange={setSeconds} />
        <button type="submit">move the clock forward</button>
        <Button onClick={() => call('POST', '/clock', { body: { stopped: !stopped } })}>
          {stopped ? 'let it go on' : 'stop it'}
        </Button>
      </Form>
    </>
  );
}

interface GameProps {
  readonly game: Status['games'][number];
  readonly games: Status['games'];
  readonly choices: PlaceChoices;
}

function Game({ game, games, choices }: GameProps) {
  const { search = '', id = '' } = choices;
  const kind = KIND_NAMES.find((each) => each === choices['kind']) ?? 'players';
  const { idMember, resource, title, word } = KINDS[kind];
  const listed = useLoaded<{ readonly items: readonly Item[]; readonly total: number }>(
    `${pathOf(kind)}${queryOf({ game: game.id, search })}`,
  );
  const { items, total } = listed.value ?? { items: [], total: 0 };
  const go = (to: PlaceChoices): void => choose('world', { game: game.id, kind, search, ...to });
  return (
    <>
      <div class="fields filters" role="group" aria-label="what is listed">
        <Select
          label="Game"
          value={game.id}
          onChange={(next) => choose('world', { game: next, kind })}
          options={games.map(({ id: value }) => ({ value, text: value === '' ? '(unnamed)' : value }))}
        />
        <TextField
          label={resource === undefined ? 'Search names' : 'Search ids and tags'}
          type="search"
          value={search}
          onChange={(next) => go({ search: next })}
        />
        <Button onClick={listed.reload}>reload</Button>
      </div>
      <ul class="kinds">
        {KIND_NAMES.map((each) => (
          <li key={each}>
            <a
              href={hashOf('world', { game: choices['game'] ?? '', kind: each })}
              aria-current={each === kind ? 'true' : undefined}
            >
              {KINDS[each].title} <span class="faint">{game[KINDS[each].count].toLocaleString('en-US')}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class={id === '' ? 'one' : 'two'}>
        <div>
          <p class="faint" role="status">
            <Text of={listed.error} />
            {search !== '' && listed.value !== undefined && (
              <>
                {total.toLocaleString('en-US')} {total === 1 ? 'match' : 'matches'} of <Text of={search} />
              </>
            )}
            {items.length < total && ` The first ${items.length}; search for others.`}
            {resource !== undefined && search !== '' && !items.some((item) => item[idMember] === search) && (
              <>
                {' '}
                <a href={hashOf('world', { ...choices, kind, id: search })}>Add this {word}</a>
              </>
            )}
          </p>
          <ol class="items" aria-label={title}>
            {items.map((item) => {
              const each = String(item[idMember]);
              return (
                <li key={each}>
                  <a
                    href={hashOf('world', { ...choices, kind, id: each })}
                    aria-current={each === id ? 'true' : undefined}
                  >
                    <Code of={each} />{' '}
                    <span class="faint">
                      <Text of={summaryOf(item, kind)} />
                    </span>
                  </a>
                </li>
              );
            })}
          </ol>
        </div>
        {id !== '' && (
          <ItemView
            key={`${game.id}/${kind}/${id}`}
            game={game.id}
            kind={kind}
            id={id}
            onChange={listed.reload}
            onClose={() => go({ id: '' })}
          />
        )}
      </div>
      <Reset onReset={listed.reload} />
    </>
  );
}

export function World({ choices }: { readonly choices: PlaceChoices }) {
  const { status } = useShared();
  if (status === undefined) return <h2 class="unheard">World</h2>;
  const { games, clock } = status;
  const game = games.find(({ id }) => id === choices['game']) ?? games[0];
  return (
    <>
      <h2 class="unheard">World</h2>
      {game === undefined ? (
        <>
          <p class="faint">This world has no game.</p>
          <Reset onReset={() => {}} />
        </>
      ) : (
        <Game game={game} games={games} choices={choices} />
      )}
      <Clock of={clock} />
    </>
  );
}
