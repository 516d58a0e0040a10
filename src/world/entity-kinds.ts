/** The kinds of entities in a world: the list of a world file that declares them, the word for one, and the member that names it. */
import { RESOURCE_FACTS } from '../spec/endpoints.ts';

const { gamePlayer, characterPlayer, group } = RESOURCE_FACTS;

export const ENTITY_KINDS = {
  game: { list: 'games', word: 'game', nameMember: 'id' },
  secretKey: { list: 'secretKeys', word: 'secret key', nameMember: 'name', secretMember: 'key' },
  authToken: { list: 'authTokens', word: 'auth token', nameMember: 'name', secretMember: 'token' },
  gamePlayer: {
    list: gamePlayer.plural,
    word: gamePlayer.word,
    nameMember: gamePlayer.idMember,
    ownersMember: undefined,
  },
  characterPlayer: {
    list: characterPlayer.plural,
    word: characterPlayer.word,
    nameMember: characterPlayer.idMember,
    ownersMember: 'owner',
  },
  group: { list: group.plural, word: group.word, nameMember: group.idMember, ownersMember: 'members' },
} as const;

type EntityKind = keyof typeof ENTITY_KINDS;

/** The kinds that have a secret value. */
export const SECRET_KINDS = ['secretKey', 'authToken'] as const satisfies readonly EntityKind[];
