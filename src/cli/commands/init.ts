/** `tagproof init`: from a URL to a target file and a CI job. */
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import { baseUrlIn } from '../../world/target-file/target-url.ts';
import { TagproofError } from '../../base/errors.ts';
import { CI_JOBS } from '../init/ci-jobs.ts';
import { CI_SYSTEMS, answeredVariables, type CiSystem, type InitAnswers } from '../init/init-answers.ts';
import { targetText } from '../init/target-text.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { writeNew } from '../io/new-files.ts';
import type { CommandOptions } from '../options/command-register.ts';

type InitCommand = CommandOptions<'init'>;

type Question = keyof InitCommand;

/** The target file that is written, into this folder. */
const TARGET_FILE = 'tagproof.yaml';

/** Asked in this order, and only for what no option says. An empty answer leaves it out. */
const QUESTIONS: Readonly<Record<Question, string>> = {
  url: 'Base URL of the backend, for instance https://staging.example.com/base: ',
  adminKey: 'Environment variable with a secret key of role Admin (empty: none): ',
  playerKey: 'Environment variable with a secret key of role Player (empty: none): ',
  player: 'userId of a player who exists (empty: none): ',
  token: 'Environment variable with the Auth-Token of this player (empty: none): ',
  ci: `CI system, one of ${CI_SYSTEMS.join(', ')} (empty: none): `,
};

/** The options with the answers of the user, where there is a terminal to ask at. */
async function asked(options: InitCommand, { ask }: Io): Promise<InitCommand> {
  if (ask === undefined || options.url !== undefined) return options;
  const answers = new Map<string, string>();
  for (const [name, question] of Object.entries(QUESTIONS)) {
    if (options[name as Question] !== undefined) continue;
    if (name === 'token' && (options.player ?? answers.get('player')) === undefined) continue;
    const answer = (await ask(question)).trim();
    if (answer !== '') answers.set(name, answer);
  }
  return { ...options, ...Object.fromEntries(answers) };
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

function variable(option: string, name: string | undefined): string | undefined {
  if (name === undefined || VARIABLE.test(name)) return name;
  throw new TagproofError(
    'usage',
    `${option}: this is not the name of an environment variable\nsecrets are read from the environment, never from the file: name the variable, for instance STAGING_ADMIN_KEY`,
  );
}

function urlOf(text: string | undefined): string {
  if (text === undefined)
    throw new TagproofError(
      'usage',
      'init: the base URL is missing\nwrite: tagproof init https://staging.example.com/base',
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
    player,
  };
}

function ciOf(ci: string | undefined): CiSystem {
  const found = CI_SYSTEMS.find((each) => each === (ci ?? 'none'));
  if (found !== undefined) return found;
  throw new TagproofError('usage', `--ci ${ci}: one of ${CI_SYSTEMS.join(', ')}`);
}

/** What to do next, with the variables that are not set yet. */
function nextLines(answers: InitAnswers, { env }: Io): readonly string[] {
  const missing = answeredVariables(answers).filter((name) => (env[name] ?? '') === '');
  const hasKey = answers.adminKey !== undefined || answers.playerKey !== undefined;
  return [
    ...missing.map((name) => `export ${name}=…`),
    ...(hasKey ? [`tagproof probe --target ${TARGET_FILE} --write`] : []),
    `tagproof run --target ${TARGET_FILE}`,
  ];
}

/** Writes a target file and, if requested, a CI job; prints the next command. */
export async function initCommand(given: InitCommand, io: Io): Promise<Exit> {
  const options = await asked(given, io);
  const answers = answersOf(options);
  const ci = ciOf(options.ci);
  const text = targetText(answers, TARGET_FILE);
  const variables = answeredVariables(answers);
  // Shows what is wrong with an id before a file is written.
  readTargetSource(
    { file: TARGET_FILE, text },
    Object.fromEntries(variables.map((name) => [name, `value-of-${name}`])),
  );
  const job = ci === 'none' ? undefined : CI_JOBS[ci];
  const files = [
    { path: TARGET_FILE, text },
    ...(job === undefined ? [] : [{ path: job.path, text: job.text(TARGET_FILE, variables) }]),
  ];
  writeNew(files, 'move the file that is there, or leave the CI job out with --ci none');
  const lines = [
    ...files.map(({ path }) => `wrote ${path}`),
    'next:',
    ...[...(job?.leftToDo(job.path, variables) ?? []), ...nextLines(answers, io)].map((line) => `  ${line}`),
  ];
  io.out.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}
