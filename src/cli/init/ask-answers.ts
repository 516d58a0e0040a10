/** The answers of `tagproof init`: from options and questions, each checked at once. */
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import { idSchema } from '../../world/world-file/subject.ts';
import { IN_CAPITALS } from '../../world/yaml/substitute-env.ts';
import { baseUrlIn } from '../../world/target-file/target-url.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { TARGET_FILE } from '../options/values.ts';
import { CI_SYSTEMS, answeredVariables, type CiSystem, type InitAnswers } from './init-answers.ts';
import { targetText } from './target-text.ts';

type InitCommand = CommandOptions<'init'>;

type Question = keyof InitCommand;

/** Asked in this order, and only for what no option says. An empty answer leaves it out. */
const QUESTIONS: Readonly<Record<Question, string>> = {
  url: 'Base URL of the backend, for instance https://staging.example.com/base: ',
  adminKey: 'Environment variable with a secret key of role Admin (empty: none): ',
  playerKey: 'Environment variable with a secret key of role Player (empty: none): ',
  player: 'userId of a player who exists (empty: none): ',
  token: 'Environment variable with the Auth-Token of this player (empty: none): ',
  ci: `CI system, one of ${CI_SYSTEMS.join(', ')} (empty: none): `,
};

/** Throws where an answer can't be used, and says why. */
const CHECKS: Readonly<Record<Question, (text: string) => unknown>> = {
  url: (text) => urlOf(text),
  adminKey: (text) => variable('--admin-key', text),
  playerKey: (text) => variable('--player-key', text),
  player: (text) => playerOf(text),
  token: (text) => variable('--token', text),
  ci: (text) => ciOf(text),
};

/** The options with the answers of the user, where there is a terminal to ask at: again at once for one that can't be used. */
async function asked(options: InitCommand, { ask, err }: Io): Promise<InitCommand> {
  if (ask === undefined || options.url !== undefined) return options;
  const answered = async (name: Question): Promise<string> => {
    for (;;) {
      const answer = (await ask(QUESTIONS[name])).trim();
      try {
        if (answer !== '') CHECKS[name](answer);
        return answer;
      } catch (error) {
        if (!(error instanceof TagproofError)) throw error;
        err.write(`${error.message}\n`);
      }
    }
  };
  const answers = new Map<string, string>();
  for (const name of Object.keys(QUESTIONS) as Question[]) {
    if (options[name] !== undefined) continue;
    if (name === 'token' && (options.player ?? answers.get('player')) === undefined) continue;
    const answer = await answered(name);
    if (answer !== '') answers.set(name, answer);
  }
  return { ...options, ...Object.fromEntries(answers) };
}

/** Throws what is wrong with the answers, as the file with them would say it. */
function readable(answers: InitAnswers): string {
  const text = targetText(answers, TARGET_FILE);
  const env = Object.fromEntries(answeredVariables(answers).map((name) => [name, `value-of-${name}`]));
  readTargetSource({ file: TARGET_FILE, text }, env);
  return text;
}

/** What is not in capitals may be the secret itself. */
function variable(option: string, name: string | undefined): string | undefined {
  if (name === undefined || IN_CAPITALS.test(name)) return name;
  throw new TagproofError(
    'usage',
    `${option}: this is not the name of an environment variable, in capitals\nsecrets are read from the environment, never from the file: name the variable, for instance STAGING_ADMIN_KEY`,
  );
}

/** The id of a player, checked before it is written anywhere. */
function playerOf(player: string | undefined): string | undefined {
  const wrong = player === undefined ? undefined : idSchema('gamePlayer').safeParse(player).error?.issues[0];
  if (wrong === undefined) return player;
  throw new TagproofError(
    'usage',
    `--player ${player}: it ${wrong.message}\nname a player who exists, for instance playerann1`,
  );
}

function urlOf(text: string | undefined): string {
  if (text === undefined)
    throw new TagproofError(
      'usage',
      'init: the base URL is missing; standard input is no terminal, so nothing is asked\nwrite: npx tagproof init https://staging.example.com/base',
    );
  return baseUrlIn('init', text).href.replace(/\/$/, '');
}

function answersOf({ url, adminKey, playerKey, player, token }: InitCommand): InitAnswers {
  if (token !== undefined && player === undefined)
    throw new TagproofError(
      'usage',
      '--token: whose token is it?\nadd --player with the userId of the player who logged in',
    );
  return {
    url: urlOf(url),
    adminKey: variable('--admin-key', adminKey),
    playerKey: variable('--player-key', playerKey),
    token: variable('--token', token),
    player: playerOf(player),
  };
}

function ciOf(ci: string | undefined): CiSystem {
  const found = CI_SYSTEMS.find((each) => each === (ci ?? 'none'));
  if (found !== undefined) return found;
  throw new TagproofError('usage', `--ci ${ci}: one of ${CI_SYSTEMS.join(', ')}`);
}

/** The answers, the CI system, and the text of the target file with them. Throws a `usage` or `file` error for what can't be used. */
export async function initAnswers(
  given: CommandOptions<'init'>,
  io: Io,
): Promise<{ readonly answers: InitAnswers; readonly ci: CiSystem; readonly text: string }> {
  const options = await asked(given, io);
  const answers = answersOf(options);
  return { answers, ci: ciOf(options.ci), text: readable(answers) };
}
