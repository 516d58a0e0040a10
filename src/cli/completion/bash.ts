/** Completion for bash. */
import type { Behind, CommandWords } from './command-words.ts';

const reply = (behind: Behind): string => {
  if (behind === 'nothing') return 'COMPREPLY=()';
  if (behind === 'files') return `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word"))`;
  return `COMPREPLY=($(compgen -W '${behind.join(' ')}' -- "$word"))`;
};

/** Options by what may follow them: a row of `case` each. */
function optionRows({ name, options }: CommandWords): readonly string[] {
  return options
    .filter(({ behind }) => behind !== 'nothing')
    .map(
      ({ names, behind }) =>
        `    ${names.map((option) => `'${name} ${option}'`).join('|')}) ${reply(behind)}; return ;;`,
    );
}

function wordsRow({ name, options, words }: CommandWords): string {
  const all = options.flatMap(({ names }) => names).join(' ');
  return `    ${name}) if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '${all}' -- "$word")); else ${reply(words)}; fi ;;`;
}

/** A script to be sourced. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  return `# tagproof completion for bash: source <(tagproof completion bash)
_tagproof() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  compopt -o filenames 2>/dev/null
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} help --help --version' -- "$word"))
    return
  fi
  case "$command $before" in
${commands.flatMap(optionRows).join('\n')}
  esac
  case "$command" in
${commands.map(wordsRow).join('\n')}
  esac
}
complete -F _tagproof tagproof
`;
}
