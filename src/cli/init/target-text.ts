/** The target file that `tagproof init` writes: what is known, and what to add as comments. */
import { jsonAsYaml } from '../../base/text/safe-yaml.ts';
import { packagePath } from '../../base/package-paths.ts';
import type { InitAnswers } from './init-answers.ts';

const fromEnv = (name: string): string => `"\${env:${name}}"`;

interface Part {
  readonly lines: readonly string[];
  /** Whether the lines are an example, which is commented out. */
  readonly example: boolean;
}

const part = (isGiven: boolean, ...lines: readonly string[]): Part => ({ lines, example: !isGiven });

const keyLine = (name: string, variable: string, role: string): string =>
  `    - { name: ${name}, key: ${fromEnv(variable)}, role: ${role} }`;

function keysPart({ adminKey, playerKey }: InitAnswers): Part {
  const given = [
    ...(playerKey === undefined ? [] : [keyLine('player', playerKey, 'Player')]),
    ...(adminKey === undefined ? [] : [keyLine('admin', adminKey, 'Admin')]),
  ];
  const example = [keyLine('admin', 'STAGING_ADMIN_KEY', 'Admin')];
  return part(given.length > 0, '  secretKeys:', ...(given.length > 0 ? given : example));
}

function tokensPart({ token, player }: InitAnswers): Part {
  const [variable, userId] =
    token === undefined || player === undefined ? ['STAGING_TOKEN', 'playerann1'] : [token, player];
  return part(
    token !== undefined && player !== undefined,
    '  authTokens:',
    `    - { name: login, token: ${fromEnv(variable)}, player: ${jsonAsYaml(userId)} }`,
  );
}

function playersPart({ player }: InitAnswers): Part {
  return part(
    player !== undefined,
    '  gamePlayers:',
    `    - userId: ${jsonAsYaml(player ?? 'playerann1')} # quote ids: without quotes YAML reads digits as a number`,
  );
}

const ABSENT = part(false, '  absent: { gamePlayers: [zzzzzzzzzz] }');

/** Taken as it is without the # in front, once its files are there. */
const RUN = [
  '# What `tagproof run` does unless its command line says otherwise. Paths are relative to this file.',
  '# run:',
  '#   reporters: [console, html=tagproof.html]',
  '#   failOn: [dialect, unverified] # besides what breaks a must',
  '#   baseline: known.yaml # findings that fail no run; tagproof run --update-baseline writes it',
  '#   suites: [shipped, cases/] # the suite of tagproof, and your own',
  '',
];

const shown = ({ lines, example }: Part): readonly string[] =>
  example ? lines.map((line) => line.replace(/^ {2}/, '  # ')) : lines;

/** The text of the target file. */
export function targetText(answers: InitAnswers, file: string): string {
  const parts = [
    ['Secret keys: one of each role opens every operation.', keysPart(answers)],
    ['The token of a login (§5.1), which clients send.', tokensPart(answers)],
    ['Players who exist; probe finds their tags.', playersPart(answers)],
    ['Ids that surely do not exist, one of each kind: they let "not found" be verified.', ABSENT],
  ] as const;
  const isExample = ([, { example }]: (typeof parts)[number]): boolean => example;
  // Comments below the last part would be of this part for probe, which adds its own behind it.
  const shownParts = [...parts.filter(isExample), ...parts.filter((each) => !isExample(each))];
  return [
    `# yaml-language-server: $schema=${packagePath('fixtures', 'target.schema.json')}`,
    '# The backend that tagproof tests. Whatever this file leaves out is unknown, and tagproof guesses none of it:',
    '# it skips the cases that need more, and says what to declare.',
    `# tagproof probe --target ${file} --write adds what the backend shows about itself.`,
    '',
    `target: ${jsonAsYaml(answers.url)}`,
    '',
    // Above the world, since probe may indent comments below it.
    ...RUN,
    ...(parts.every(isExample)
      ? ['# Take the # away from world: and from the parts that you fill in.', '# world:']
      : ['world:']),
    ...shownParts.flatMap(([description, lines], index) => [
      ...(index === 0 ? [] : ['']),
      `  # ${description}`,
      ...shown(lines),
    ]),
    '',
  ].join('\n');
}
