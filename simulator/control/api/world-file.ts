/** The world as the text of a world file, piece by piece: a large one is never one string. */
import { RESOURCES, RESOURCE_FACTS } from '../../../src/spec/endpoints.ts';
import type { WorldState } from '../../world/world-state.ts';
import { showSubject } from '../../../src/world/world-file/subject.ts';
import { showKey, showToken } from './entities.ts';

function* mapped<T>(items: Iterable<T>, show: (item: T) => unknown): Generator {
  for (const item of items) yield show(item);
}

/** The lists of the world, in the order of a world file. */
function listsOf(state: WorldState): readonly (readonly [name: string, items: Iterable<unknown>])[] {
  const games = [...state.games.keys()];
  const subjects = RESOURCES.map((resource) => {
    const all = games.flatMap((id) => state.games.get(id)?.[resource] ?? []);
    const each = function* (): Generator {
      for (const ofGame of all) yield* mapped(ofGame.values(), showSubject);
    };
    return [RESOURCE_FACTS[resource].plural, each()] as const;
  });
  return [
    ['games', games.map((id) => ({ id }))],
    ['secretKeys', mapped(state.keys.all(), showKey)],
    ['authTokens', mapped(state.tokens.all(), (held) => showToken(held))],
    ...subjects,
  ];
}

const isPublic = (state: WorldState): boolean =>
  [...state.keys.all(), ...state.tokens.all()].every((held) => held.public);

const PIECE = 65_536;

/** Joins small texts to larger pieces. */
function* pieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* json(state: WorldState): Generator<string> {
  yield `{"public":${isPublic(state)},"world":{"complete":true,"limits":${JSON.stringify(state.limits)}`;
  for (const [name, items] of listsOf(state)) {
    yield `,"${name}":[`;
    let comma = '';
    for (const item of items) {
      yield comma + JSON.stringify(item);
      comma = ',';
    }
    yield ']';
  }
  yield '}}\n';
}

/** JSON is YAML: each entity is a line of it. */
function* yaml(state: WorldState): Generator<string> {
  yield `public: ${isPublic(state)}\nworld:\n  complete: true\n  limits: ${JSON.stringify(state.limits)}\n`;
  for (const [name, items] of listsOf(state)) {
    let any = false;
    for (const item of items) {
      if (!any) yield `  ${name}:\n`;
      any = true;
      yield `    - ${JSON.stringify(item)}\n`;
    }
    if (!any) yield `  ${name}: []\n`;
  }
}

export const WORLD_FORMATS = {
  json: { type: 'application/json', write: json },
  yaml: { type: 'application/yaml', write: yaml },
} as const;

export type WorldFormat = keyof typeof WORLD_FORMATS;

/** The pieces of a world file with all of a state. The state must not change meanwhile. */
export const worldFile = (state: WorldState, format: WorldFormat): Iterable<string> =>
  pieces(WORLD_FORMATS[format].write(state));
