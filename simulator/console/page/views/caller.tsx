/** Calls any endpoint as a chosen key and player, and shows what became of it. */
import { useState } from 'preact/hooks';
import {
  ENDPOINT_IDS,
  endpointOf,
  VARIANT_FACTS,
  type EndpointId,
} from '../../../../src/contract/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../../../src/contract/headers.ts';
import { path, queryOf, type Listed } from '../api.ts';
import {
  bodyOfCall,
  endpointFrom,
  planCall,
  type CallPlan,
  type KeyItem,
  type TokenItem,
  type Wanted,
} from '../logic/call-plan.ts';
import type { PlaceChoices } from '../logic/place.ts';
import { KINDS, kindOfResource, type Item, type KindName } from '../logic/world-kinds.ts';
import { asOptions, Form, Select, TextField } from '../parts/fields.tsx';
import { choose, useAction, useList, useLoaded, useShared } from '../shared.ts';
import { EntryView } from './entry.tsx';
import { Button } from '../../../../src/page/parts.tsx';
import { useGames } from './world.tsx';

const SUGGESTED = 20;

/** Ids of a kind that begin as what is typed. */
function useIds(game: string | undefined, kind: KindName, search: string): readonly string[] {
  const query = queryOf({ search, limit: SUGGESTED });
  const items = useList<Item>(game === undefined ? '' : `${path('games', game)}/${kind}${query}`);
  return items.map((item) => String(item[KINDS[kind].idMember]));
}

interface ExactProps {
  readonly wanted: Wanted;
  readonly plan: CallPlan;
  readonly keys: readonly KeyItem[];
  readonly tokens: readonly TokenItem[];
  readonly onChange: (part: Partial<Wanted>) => void;
}

/** What is sent to the letter: names of secrets, the Game-Id, the body. */
function Exact({ plan, keys, tokens, wanted, onChange }: ExactProps) {
  const isOwn = [wanted.key, wanted.token, wanted.gameId, wanted.body].some((each) => each !== undefined);
  return (
    <details class="exact">
      <summary>what is sent exactly{isOwn ? ' (changed)' : ''}</summary>
      <div class="fields">
        <TextField
          label={`${SECRET_KEY} (name; empty: not sent)`}
          value={plan.key}
          onChange={(key) => onChange({ key })}
          suggestions={keys.map(({ name, role }) => ({ value: name, text: role ?? '' }))}
        />
        <TextField
          label={`${AUTH_TOKEN} (name; empty: not sent)`}
          value={plan.token}
          onChange={(token) => onChange({ token })}
          suggestions={tokens.map(({ name, player }) => ({ value: name, text: player ?? 'admin' }))}
        />
        <TextField
          label={`${GAME_ID} (empty: not sent)`}
          value={plan.gameId}
          onChange={(gameId) => onChange({ gameId })}
        />
      </div>
      <label class="field">
        <span>Body</span>
        <textarea
          rows={3}
          value={plan.body}
          spellcheck={false}
          onInput={(event) => onChange({ body: event.currentTarget.value })}
        />
      </label>
      {isOwn && (
        <Button
          onClick={() => onChange({ key: undefined, token: undefined, gameId: undefined, body: undefined })}
        >
          choose for me again
        </Button>
      )}
    </details>
  );
}

interface PlannerProps {
  readonly choices: PlaceChoices;
  readonly onSent: (journalId: number) => void;
}

function Planner({ choices, onSent }: PlannerProps) {
  const { api } = useShared();
  const act = useAction();
  const { games, game } = useGames(choices['game']);
  const keys = useList<KeyItem>('/keys?limit=1000');
  const tokenList = useLoaded<Listed<TokenItem>>('/tokens?limit=1000');
  const tokens = tokenList.value?.items ?? [];
  const endpoint = endpointFrom(choices['endpoint']);
  const { variant, resource, idMember } = endpointOf(endpoint);
  const { sendsToken } = VARIANT_FACTS[variant];
  const [own, setOwn] = useState<Partial<Wanted>>({});
  const ids = useIds(game?.id, kindOfResource(resource) ?? 'players', choices['id'] ?? '');
  const gameId = game?.id ?? '';
  const firstPlayer = tokens.find(
    (token) => token.player !== undefined && token.game === gameId && token.expired !== true,
  );
  const wanted: Wanted = {
    endpoint,
    game: gameId,
    id: choices['id'] ?? '',
    player: choices['player'] ?? firstPlayer?.player ?? '',
    ...own,
  };
  const plan = planCall(wanted, keys, tokens);
  const go = (part: PlaceChoices): void => choose('call', { ...choices, ...part });
  const send = (): Promise<boolean> =>
    act(async () => {
      const issued =
        plan.issueFor === ''
          ? undefined
          : await api.send<TokenItem>('POST', `${path('games', gameId)}/tokens`, { player: plan.issueFor });
      const ready = issued === undefined ? plan : { ...plan, token: issued.name };
      const { journalId } = await api.send<{ journalId: number }>(
        'POST',
        '/calls',
        bodyOfCall(endpoint, ready),
      );
      if (issued !== undefined) tokenList.reload();
      onSent(journalId);
    });
  return (
    <Form label="call an endpoint" onSubmit={send}>
      <div class="fields">
        <Select
          label="Endpoint"
          value={endpoint}
          onChange={(next) =>
            go({
              endpoint: next as EndpointId,
              id: endpointOf(next as EndpointId).resource === resource ? (choices['id'] ?? '') : '',
            })
          }
          options={asOptions(ENDPOINT_IDS)}
        />
        <Select
          label="Game"
          value={gameId}
          onChange={(next) => go({ game: next, id: '', player: '' })}
          options={games.map(({ id }) => ({ value: id, text: id === '' ? '(unnamed)' : id }))}
        />
        <TextField
          label={idMember}
          value={choices['id'] ?? ''}
          onChange={(id) => go({ id })}
          suggestions={asOptions(ids)}
        />
        {sendsToken && (
          <TextField
            label="As player (userId)"
            value={wanted.player}
            onChange={(player) => go({ player })}
            suggestions={tokens.flatMap(({ player, name }) =>
              player === undefined ? [] : [{ value: player, text: name }],
            )}
          />
        )}
        <button type="submit" class="main">
          send
        </button>
      </div>
      <p class="faint">
        {plan.key === '' ? 'without a key' : `with the key ${plan.key}`}
        {plan.token !== '' && `, the token ${plan.token}`}
        {plan.issueFor !== '' && `; a token is issued to ${plan.issueFor} first`}
      </p>
      <Exact
        wanted={wanted}
        plan={plan}
        keys={keys}
        tokens={tokens}
        onChange={(part) => setOwn({ ...own, ...part })}
      />
    </Form>
  );
}

export function Caller({ choices }: { readonly choices: PlaceChoices }) {
  const [journalId, setJournalId] = useState(0);
  return (
    <>
      <h2>Call an endpoint</h2>
      <Planner choices={choices} onSent={setJournalId} />
      {journalId > 0 && <EntryView key={journalId} id={journalId} onClose={() => setJournalId(0)} />}
    </>
  );
}
