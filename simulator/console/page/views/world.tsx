/** The world browser: games, what is in each, one item with its tags; and the way back to the start. */
import type { ShownGame } from '../../../control/routes/game-routes.ts';
import { path, queryOf, type Listed } from '../api.ts';
import { hashOf, type PlaceChoices } from '../logic/place.ts';
import { KIND_NAMES, KINDS, kindOf, summaryOf, type Item, type KindName } from '../logic/world-kinds.ts';
import { Select, TextField } from '../parts/fields.tsx';
import { choose, useLoaded } from '../shared.ts';
import { AddItem, ItemView } from './item.tsx';
import { Start } from './start.tsx';
import { Button, Code, Text } from '../../../../src/base/page/parts.tsx';

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

/** How many keys and tokens are shown; more are found by their names. */
const MAX_SHOWN = 100;

/** A list as the API gives it, and where one of it is found. Players, characters and groups are searched by the API, keys and tokens here. */
function useListed(kind: KindName, game: string, search: string) {
  const isSubject = KINDS[kind].resource !== undefined;
  const of = isSubject ? `${path('games', game)}/${kind}` : `/${kind}`;
  const query = isSubject ? { search } : { game };
  const { value, error, reload } = useLoaded<Listed<Item>>(game === '' ? '' : of + queryOf(query));
  const found = (value?.items ?? []).filter(
    (item) => isSubject || String(item[KINDS[kind].idMember]).includes(search),
  );
  return { of, items: found.slice(0, MAX_SHOWN), total: value?.total ?? found.length, value, error, reload };
}

export function World({ choices }: { readonly choices: PlaceChoices }) {
  const listedGames = useLoaded<Listed<ShownGame>>('/games');
  const games = listedGames.value?.items ?? [];
  const game = games.find((each) => each.id === choices['game']) ?? games[0];
  const kind = kindOf(choices['kind']);
  const { resource } = KINDS[kind];
  const { search = '', id = '' } = choices;
  const { of, items, total, ...listed } = useListed(kind, game?.id ?? '', search);
  const reload = (): void => {
    listed.reload();
    listedGames.reload();
  };
  if (game === undefined)
    return (
      <>
        <p class="faint">{listedGames.value?.items.length === 0 ? 'This world has no game.' : ''}</p>
        <Start onReset={reload} />
      </>
    );
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
          onChange={(next) => choose('world', { ...choices, search: next, id: '' })}
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
              {items.length < total && ` The first ${items.length}; search for others.`}
            </p>
          )}
          <Items items={items} kind={kind} choices={choices} />
          {resource !== undefined && <AddItem of={of} kind={kind} onAdded={reload} choices={choices} />}
        </div>
        {id !== '' && (
          <ItemView
            key={`${of}/${id}`}
            of={`${of}${path(id)}`}
            kind={kind}
            id={id}
            onChange={reload}
            onClose={() => choose('world', { ...choices, id: '' })}
          />
        )}
      </div>
      <Start onReset={reload} />
    </>
  );
}
