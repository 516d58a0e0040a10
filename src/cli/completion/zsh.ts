/** Completion for zsh. */
import type { Behind, CommandWords, OptionWords } from './command-words.ts';

/** Text between single quotes, in which brackets and colons would mean something. */
const quoted = (text: string): string =>
  text.replaceAll(/[[\]:\\]/g, (each) => `\\${each}`).replaceAll("'", `'\\''`);

const behindText = (behind: Behind): string => {
  if (behind === 'nothing') return '';
  return behind === 'files' ? ':value:_files' : `:value:(${behind.join(' ')})`;
};

const optionLines = ({ names, description, behind }: OptionWords): readonly string[] =>
  names.map((name) => `'*${name}[${quoted(description)}]${behindText(behind)}'`);

function commandCase({ name, options, words }: CommandWords): string {
  const own =
    words === 'nothing' ? [] : [`'*${words === 'files' ? ':file:_files' : `:word:(${words.join(' ')})`}'`];
  const lines = [...options.flatMap(optionLines), ...own].map((line) => `      ${line}`);
  return `    ${name}) _arguments \\\n${lines.join(' \\\n')} ;;`;
}

/** A script to be sourced, or to be put as `_tagproof` into a folder of `fpath`. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name, description }) => `    '${name}:${quoted(description)}'`);
  return `#compdef tagproof
# tagproof completion for zsh: source <(tagproof completion zsh)
_tagproof() {
  local -a commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
compdef _tagproof tagproof
`;
}
