/** `tagproof completion`: a script for a shell, made of the table of commands, so that no option is forgotten. */
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { COMMANDS, type CommandOptions, type CommandRow } from '../options/command-register.ts';
import type { OptionRow } from '../options/option.ts';

/** What may follow an option or a command: nothing, one of a few words, or a file name. */
type Behind = 'nothing' | 'files' | readonly string[];

const HELP: OptionRow = { flags: '-h, --help', help: 'display help for command' };

/** `--target`; perhaps a short one as well. */
export const flagNames = ({ flags }: OptionRow): readonly string[] => flags.replace(/ <.*/, '').split(', ');

const behindOf = ({ flags, choices }: OptionRow): Behind =>
  choices ?? (flags.includes('<') ? 'files' : 'nothing');

/** Every command with its options; `words`: what its own words may be. */
export const COMMAND_WORDS = Object.entries<CommandRow>(COMMANDS).map(
  ([name, { summary, options = [], arguments: own = [] }]) => {
    const words: Behind = own.length === 0 ? 'nothing' : (own[0]?.choices ?? 'files');
    return { name, summary, options: [...options, HELP], words };
  },
);

type CommandWords = (typeof COMMAND_WORDS)[number];

const bashReply = (behind: Behind): string => {
  if (behind === 'nothing') return 'COMPREPLY=()';
  if (behind === 'files') return `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word"))`;
  return `COMPREPLY=($(compgen -W '${behind.join(' ')}' -- "$word"))`;
};

/** Options by what may follow them: a row of `case` each. */
function bashOptionRows({ name, options }: CommandWords): readonly string[] {
  return options
    .filter((option) => behindOf(option) !== 'nothing')
    .map((option) => {
      const patterns = flagNames(option).map((each) => `'${name} ${each}'`);
      return `    ${patterns.join('|')}) ${bashReply(behindOf(option))}; return ;;`;
    });
}

function bashWordsRow({ name, options, words }: CommandWords): string {
  const all = options.flatMap(flagNames).join(' ');
  return `    ${name}) if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '${all}' -- "$word")); else ${bashReply(words)}; fi ;;`;
}

const bash = (): string => `# tagproof completion for bash: source <(tagproof completion bash)
_tagproof() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  compopt -o filenames 2>/dev/null
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '${COMMAND_WORDS.map(({ name }) => name).join(' ')} help --help --version' -- "$word"))
    return
  fi
  case "$command $before" in
${COMMAND_WORDS.flatMap(bashOptionRows).join('\n')}
  esac
  case "$command" in
${COMMAND_WORDS.map(bashWordsRow).join('\n')}
  esac
}
complete -F _tagproof tagproof
`;

/** Text between single quotes of zsh, in which brackets and colons would mean something. */
const zshQuoted = (text: string): string =>
  text.replaceAll(/[[\]:\\]/g, (each) => `\\${each}`).replaceAll("'", `'\\''`);

const zshBehind = (behind: Behind): string => {
  if (behind === 'nothing') return '';
  return behind === 'files' ? ':value:_files' : `:value:(${behind.join(' ')})`;
};

const zshOptionLines = (option: OptionRow): readonly string[] =>
  flagNames(option).map((name) => `'*${name}[${zshQuoted(option.help)}]${zshBehind(behindOf(option))}'`);

function zshCase({ name, options, words }: CommandWords): string {
  const own =
    words === 'nothing' ? [] : [`'*${words === 'files' ? ':file:_files' : `:word:(${words.join(' ')})`}'`];
  const lines = [...options.flatMap(zshOptionLines), ...own].map((line) => `      ${line}`);
  return `    ${name}) _arguments \\\n${lines.join(' \\\n')} ;;`;
}

/** To be sourced, or to be put as `_tagproof` into a folder of `fpath`. */
const zsh = (): string => `#compdef tagproof
# tagproof completion for zsh: source <(tagproof completion zsh)
_tagproof() {
  local -a commands=(
${COMMAND_WORDS.map(({ name, summary }) => `    '${name}:${zshQuoted(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${COMMAND_WORDS.map(zshCase).join('\n')}
  esac
}
compdef _tagproof tagproof
`;

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const fishNames = (names: readonly string[]): string =>
  names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');

const FISH_BEHIND = { nothing: '', files: ' -r -F' } as const;

function fishOptionLine(command: string, option: OptionRow): string {
  const behind = behindOf(option);
  const value = typeof behind === 'string' ? FISH_BEHIND[behind] : ` -x -a ${fishQuoted(behind.join(' '))}`;
  return `complete -c tagproof -n '__fish_seen_subcommand_from ${command}' ${fishNames(flagNames(option))}${value} -d ${fishQuoted(option.help)}`;
}

function fishLines({ name, summary, options, words }: CommandWords): readonly string[] {
  const own =
    typeof words === 'string'
      ? words === 'files'
        ? ' -F'
        : undefined
      : ` -a ${fishQuoted(words.join(' '))}`;
  return [
    `complete -c tagproof -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`,
    ...options.map((option) => fishOptionLine(name, option)),
    ...(own === undefined ? [] : [`complete -c tagproof -n '__fish_seen_subcommand_from ${name}'${own}`]),
  ];
}

const fish = (): string =>
  [
    '# tagproof completion for fish: tagproof completion fish | source',
    'complete -c tagproof -f',
    ...COMMAND_WORDS.flatMap(fishLines),
    '',
  ].join('\n');

const SCRIPTS = { bash, zsh, fish } as const satisfies Record<
  CommandOptions<'completion'>['shell'],
  () => string
>;

/** Prints the script. */
export function completionCommand({ shell }: CommandOptions<'completion'>, io: Io): Exit {
  io.out.write(SCRIPTS[shell]());
  return EXIT.ok;
}
