/** Completion for fish. */
import type { CommandWords, OptionWords } from './command-words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function nameWords(names: readonly string[]): string {
  return names
    .map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
    .join(' ');
}

const BEHIND = {
  nothing: '',
  files: ' -r -F',
} as const;

function optionLine(command: string, { names, description, behind }: OptionWords): string {
  const value = typeof behind === 'string' ? BEHIND[behind] : ` -x -a ${quoted(behind.join(' '))}`;
  return `complete -c tagproof -n '__fish_seen_subcommand_from ${command}' ${nameWords(names)}${value} -d ${quoted(description)}`;
}

function commandLines({ name, description, options, words }: CommandWords): readonly string[] {
  const own =
    typeof words === 'string' ? (words === 'files' ? ' -F' : undefined) : ` -a ${quoted(words.join(' '))}`;
  return [
    `complete -c tagproof -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...options.map((option) => optionLine(name, option)),
    ...(own === undefined ? [] : [`complete -c tagproof -n '__fish_seen_subcommand_from ${name}'${own}`]),
  ];
}

/** A script to be sourced. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  return [
    '# tagproof completion for fish: tagproof completion fish | source',
    'complete -c tagproof -f',
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}
