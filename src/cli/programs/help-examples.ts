/** Examples behind the help of commands: a row each. A test checks their options against the commands. */
import type { Command } from 'commander';

export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  run: [
    'tagproof run                                      # against the embedded simulator',
    'tagproof run --target my-target.yaml --reporter junit=tagproof.xml',
    "tagproof run --target https://staging.example.com/base --only 'id/*' --only '*@group.admin'",
  ],
  fuzz: [
    'tagproof fuzz --target my-target.yaml --time 2m',
    'tagproof fuzz --target my-target.yaml --seed 7 --runs 5000 --failures found',
    'tagproof fuzz --target my-target.yaml --corpus .tagproof-corpus --mode change   # ten seconds, what earlier runs kept first',
    'tagproof fuzz --target my-target.yaml --corpus .tagproof-corpus --until 1:1000   # until little new is expected',
  ],
  replay: ['tagproof replay found', 'tagproof replay found --target my-target.yaml'],
  simulate: [
    'tagproof simulate --port 0',
    'tagproof simulate --world my-world.yaml --set codes.returnCode=name',
    'tagproof simulate --dialect my-target.yaml      # answers as that backend does',
    'tagproof simulate --engine unity                # with a call to paste into the game',
    'tagproof simulate --state my-state.json         # changes outlive it',
    'tagproof simulate --world my-worlds --watch     # a folder of world files, read again when they are saved',
    'tagproof simulate --serve Build/WebGL           # a browser game from the same origin',
    'tagproof simulate --tls --host 0.0.0.0          # for phones, with a certificate made for it',
    'tagproof simulate --log json 2> requests.ndjson # a line of JSON for each request',
    'tagproof simulate --port 0 --json               # one line for scripts',
  ],
  exec: [
    'tagproof exec -- npm test',
    'tagproof exec --world my-world.yaml --dialect my-target.yaml -- ./run-game-tests.sh',
  ],
  probe: ['tagproof probe --target my-target.yaml --write', 'tagproof probe --target my-target.yaml --json'],
  coverage: [
    'tagproof coverage --target my-target.yaml --statement statement.md',
    'tagproof coverage --from events.ndjson',
  ],
  explain: [
    'tagproof explain 7.3/string-min-length',
    'tagproof explain id/one-short',
    'tagproof explain tagKeys.effect',
  ],
  list: [
    "tagproof list --only '7.3'",
    "tagproof list --count --only '*@group.*'",
    'tagproof list --lint --suite my-cases.yaml --target my-target.yaml',
  ],
  init: [
    'tagproof init https://staging.example.com/base',
    'tagproof init https://staging.example.com --admin-key STAGING_ADMIN_KEY --player playerann1 --ci github',
  ],
  fixtures: [
    'tagproof fixtures --players 200 --out world.yaml',
    'tagproof fixtures --players 1000000 --characters 500000 --groups 50000 --seed 7 --out world.ndjson',
    'tagproof simulate --world world.ndjson',
  ],
  openapi: [
    'tagproof openapi --out getTag.openapi.json',
    'tagproof openapi --yaml --dialect my-target.yaml --server https://staging.example.com/base',
    'tagproof openapi --control --out tagproof.openapi.json       # with the control API, for clients of the simulator',
    'tagproof openapi | npx openapi-typescript@7 -o getTag.d.ts   # types for openapi-fetch',
  ],
  completion: [
    'source <(tagproof completion bash)                # in ~/.bashrc; the same with zsh in ~/.zshrc',
    'tagproof completion fish > ~/.config/fish/completions/tagproof.fish',
  ],
  mutants: ['tagproof mutants --only ids-in-any-case', 'tagproof mutants --fuzz --runs 2000 --seed 1'],
};

/** Adds the examples of each command that has some. */
export function addExamples(program: Command): void {
  for (const command of program.commands) {
    const lines = EXAMPLES[command.name()];
    if (lines !== undefined)
      command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}
