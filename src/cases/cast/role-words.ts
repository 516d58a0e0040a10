/** What to declare so that a role is filled, in words. */
import { RESOURCE_FACTS, type Endpoint } from '../../spec/endpoints.ts';
import { KEY_LIMITS, KEY_RULES } from '../format/given/key-traits.ts';
import { spellingWords } from '../format/given/spellings.ts';
import { isElsewhere } from '../format/given/subject-ids.ts';
import type { Given } from '../format/schema/given-schema.ts';

/** What to declare so that a key fits. */
export function sayKey(endpoint: Endpoint, { key: wanted = {} }: Given): string {
  if (wanted.name !== undefined) return `a secret key named ${wanted.name} (world.secretKeys)`;
  const other = endpoint.role === 'Player' ? 'Admin' : 'Player';
  const parts = [
    `a secret key of role ${wanted.role === 'other' ? other : endpoint.role}`,
    wanted.rules !== undefined
      ? KEY_RULES[wanted.rules].words(endpoint)
      : wanted.role === 'other'
        ? ''
        : `with the rule ${endpoint.rule}`,
    wanted.game === undefined ? '' : wanted.game === 'bound' ? 'with a game' : 'without a game',
    wanted.limit === undefined ? '' : `with ${KEY_LIMITS[wanted.limit].words}`,
    spellingWords(wanted.spelling),
  ];
  return `${parts.filter((part) => part !== '').join(' ')} (world.secretKeys)`;
}

/** What to declare so that a token fits. */
export function sayToken(endpoint: Endpoint, { token: wanted = {} }: Given): string {
  if (wanted.name !== undefined) return `an auth token named ${wanted.name} (world.authTokens)`;
  const state = wanted.state === undefined ? '' : wanted.state === 'expired' ? 'expired ' : 'other-game ';
  const whose =
    wanted.of === 'dashboard'
      ? 'of the admin dashboard'
      : wanted.of === 'another'
        ? 'of another player than the one asked about'
        : 'of the player asked about';
  const spelled = wanted.spelling === undefined ? '' : ` ${spellingWords(wanted.spelling)}`;
  return endpoint.variant === 'client' || wanted.state !== undefined || wanted.of !== undefined
    ? `an ${state}auth token ${whose}${spelled} (world.authTokens)`
    : 'an auth token (world.authTokens)';
}

/** What to declare so that a subject fits. */
export function saySubject({ resource }: Endpoint, { subject: wanted = {} }: Given): string {
  const { word, plural } = RESOURCE_FACTS[resource];
  const game = wanted.game === undefined ? '' : ` of the game ${wanted.game}`;
  if (wanted.id !== undefined) {
    const where = wanted.game === undefined ? '' : ' (world.games)';
    return `the ${word} ${JSON.stringify(wanted.id)}${game}${where}, declared itself or not`;
  }
  if (wanted.same !== undefined) {
    const exists = wanted.absent === undefined ? 'exists' : 'does not exist';
    return `a ${word} that ${exists} with the id of the first subject (world.${plural})`;
  }
  const count = wanted.nth ?? 1;
  const who = `${count === 1 ? `a ${word}` : `${count} ${word}s`}${game}`;
  if (wanted.absent !== undefined) {
    const how = isElsewhere(wanted.absent) ? `while ${wanted.absent} has its id` : `its id ${wanted.absent}`;
    return `a ${word}${game} that does not exist, ${how} (world.absent.${plural})`;
  }
  const tags = wanted.tags === undefined ? '' : ` with ${wanted.tags} tags`;
  const nearDuplicate =
    wanted.nearDuplicate === undefined
      ? ''
      : ` with a neighbour by ${wanted.nearDuplicate}, under other tags`;
  return `${who}${tags}${nearDuplicate} (world.${plural})`;
}
