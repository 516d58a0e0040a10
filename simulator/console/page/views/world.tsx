/** The world browser: games, what is in each a page at a time, and one item with its tags. */
import type { ShownGame } from '../../../control/routes/game-routes.ts';
import { path, queryOf, type Listed } from '../api.ts';
import { hashOf, type PlaceChoices } from '../logic/place.ts';
import { KIND_NAMES, KINDS, kindOf, summaryOf, type Item, type KindName } from '../logic/world-kinds.ts';
import { Select, TextField } from '../parts/fields.tsx';
import { choose, useLoaded } from '../shared.ts';
import { AddItem, ItemView } from './item.tsx';
import { Button, Code, Text } from '../../../../src/page/parts.tsx';

const PAGE = 50;

/** The games, and the one that is chosen: by its id, else the first. */
export function useGames(chosen: string | undefined): {
  readonly games: readonly ShownGame[];
  readonly game: ShownGame | undefined;
  readonly reload: () => void;
} {
  const { value, reload } = useLoaded<Listed<ShownGame>>('/games?limit=1000');
  const games = value?.items ?? [];
  return { games, game: games.find(({ id }) => id === chosen) ?? games[0], reload };
}

interface KindLinksProps {
  readonly game: ShownGame;
  readonly now: KindName;
  readonly choices: PlaceChoices;
}

function KindLinks({ game, now, choices }: KindLinksProps) {
  return (
    <ul class="kinds">
      {KIND_NAMES.map((kind) => (
        <li key={kind}>
          <a
            href={hashOf('world', { game: choices['game'] ?? '', kind })}
            aria-current={kind === now ? 'true' : undefined}
          >
            {KINDS[kind].title} <span class="faint">{game[KINDS[kind].count].toLocaleString('en-US')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Pager({ choices, total }: { readonly choices: PlaceChoices; readonly total: number }) {
  const offset = Number(choices['offset'] ?? 0);
  if (total <= PAGE && offset === 0) return null;
  const to = (next: number) => hashOf('world', { ...choices, id: '', offset: next <= 0 ? '' : String(next) });
  const last = Math.floor((total - 1) / PAGE) * PAGE;
  return (
    <nav class="pager" aria-label="pages of the list">
      {offset > 0 && <a href={to(0)}>first</a>}
      {offset > 0 && <a href={to(offset - PAGE)}>back</a>}
      <span>
        {(offset + 1).toLocaleString('en-US')} to {Math.min(total, offset + PAGE).toLocaleString('en-US')} of{' '}
        {total.toLocaleString('en-US')}
      </span>
      {offset + PAGE < total && <a href={to(offset + PAGE)}>next</a>}
      {offset + PAGE < total && <a href={to(last)}>last</a>}
    </nav>
  );
}

interface ListProps {
  readonly items: readonly Item[];
  readonly kind: KindName;
  readonly choices: PlaceChoices;
}

function Items({ items, kind, choices }: ListProps) {
  return (
    <ol class="items" aria-label={KINDS[kind].title}>
      {items.map((item) => {
        const id = String(item[KINDS[kind].idMember]);
        return (
          <li key={id}>
            <a
              href={hashOf('world', { ...choices, kind, id })}
              aria-current={id === choices['id'] ? 'true' : undefined}
            >
              <Code of={id} />{' '}
              <span class="faint">
                <Text of={summaryOf(item, kind)} />
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

export function World({ choices }: { readonly choices: PlaceChoices }) {
  const { games, game, reload: reloadGames } = useGames(choices['game']);
  const kind = kindOf(choices['kind']);
  const { resource } = KINDS[kind];
  const { search = '', offset = '', id = '' } = choices;
  const of = game === undefined ? '' : `${path('games', game.id)}/${kind}`;
  const listed = useLoaded<Listed<Item>>(of === '' ? '' : of + queryOf({ search, offset, limit: PAGE }));
  const reload = (): void => {
    listed.reload();
    reloadGames();
  };
  if (game === undefined) return <p class="faint">{games.length === 0 ? 'This world has no game.' : ''}</p>;
  const { items = [], total = 0 } = listed.value ?? {};
  return (
    <>
      <h2 class="unheard">World</h2>
      <div class="fields filters" role="group" aria-label="what is listed">
        <Select
          label="Game"
          value={game.id}
          onChange={(next) => choose('world', { game: next, kind })}
          options={games.map(({ id: value }) => ({ value, text: value === '' ? '(unnamed)' : value }))}
        />
        <TextField
          label={resource !== undefined ? 'Search ids and tags' : 'Search names'}
          type="search"
          value={search}
          onChange={(next) => choose('world', { ...choices, search: next, offset: '', id: '' })}
        />
        <Button onClick={reload}>reload</Button>
      </div>
      <KindLinks game={game} now={kind} choices={choices} />
      <div class={id === '' ? 'one' : 'two'}>
        <div class="rows">
          {listed.error !== '' && (
            <p>
              <Text of={listed.error} />
            </p>
          )}
          {listed.value !== undefined && (
            <p class="faint" role="status">
              {search !== '' && (
                <>
                  {total.toLocaleString('en-US')} {total === 1 ? 'match' : 'matches'} of <Text of={search} />
                </>
              )}
            </p>
          )}
          <Items items={items} kind={kind} choices={choices} />
          <Pager choices={choices} total={total} />
          {resource !== undefined && <AddItem of={of} kind={kind} onAdded={reload} choices={choices} />}
        </div>
        {id !== '' && (
          <ItemView
            key={`${of}/${id}`}
            of={`${of}${path(id)}`}
            kind={kind}
            id={id}
            game={game.id}
            onChange={reload}
            onClose={() => choose('world', { ...choices, id: '' })}
          />
        )}
      </div>
    </>
  );
}
