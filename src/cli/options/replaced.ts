/** What this version no longer has, and what to use in its place: a command or an option of before answers with its sentence. */
import { type Command, Option } from 'commander';
import { TagproofError } from '../../base/errors.ts';

/** Commands of before, with the sentence that each answers. */
const REPLACED_COMMANDS: Readonly<Record<string, string>> = {
  attest:
    '`attest` is gone: sign the report of `run --reporter json=report.json` with cosign, see docs/gate.md',
  baseline: '`baseline` is now `run --baseline FILE --update-baseline`',
  completion: '`completion` is gone: `tagproof COMMAND --help` lists the options',
  coverage:
    '`coverage` is now a section of every report: `run --reporter markdown`; `list --cells` shows each cell',
  merge: '`merge` is gone: split a run by `--only` in the matrix of the CI, see examples/ci',
  mutants: '`mutants` is now `npm run mutants`, in a clone of tagproof',
  replay: '`replay` is now `run --suite FOLDER`, with the cases that `fuzz --save FOLDER` wrote',
  show: '`show` is now `report RECORD --case ID`',
  verify: '`verify` is gone: verify the signature of the report with cosign, see docs/gate.md',
};

/** Options of before, on any command that has none of that name. */
const REPLACED_OPTIONS: Readonly<Record<`--${string}`, string>> = {
  '--characters': '`--characters` is gone: `fixtures --players N` makes half as many characters',
  '--client':
    '`--client` is gone with the files of `--write`: `exec --vary --json` prints what the client bears',
  '--clients': '`--clients` is gone: run `exec --vary` with the answer that changed',
  '--control': '`--control` is gone: docs/control-api.md names the routes of the control API',
  '--corpus':
    '`--corpus` is gone: `fuzz --save FOLDER` keeps each failure as a case, `run --suite FOLDER` sends it again',
  '--count': '`--count` is gone: the last line of `list` counts the cases',
  '--dialect-lock':
    '`--dialect-lock` is now the `dialect:` of the target file: `run --fail-on dialect` fails where a reply differs from it',
  '--engine': '`--engine` is gone: docs/simulator.md has a call for each game engine',
  '--fail-on-unverified': '`--fail-on-unverified` is now `--fail-on unverified`',
  '--failures': '`--failures` is now `--save`: each failure becomes a case of a suite',
  '--file': '`--file` is gone: `init` writes tagproof.yaml into this folder',
  '--from':
    '`--from` is gone: name the record as `report RECORD`; `fixtures` always begins with the shipped world',
  '--from-target': '`--from-target` is now `probe --target FILE --write`; then `simulate --world FILE`',
  '--game': '`--game` is gone: edit a copy of fixtures/seed-kit.yaml',
  '--games': '`--games` is gone: `fixtures` spreads what it makes over the games of the shipped world',
  '--groups': '`--groups` is gone: `fixtures --players N` makes a tenth as many groups',
  '--ids': '`--ids` is gone: edit a copy of fixtures/seed-kit.yaml',
  '--jobs': '`--jobs` is gone: `exec --vary` tries one choice after the other',
  '--matrix': '`--matrix` is gone: `compare BASE CANDIDATE` lays two records side by side',
  '--mode': '`--mode` is now `--time 10s` or `--time 10m`',
  '--no-faults': '`--no-faults` is gone: leave `provoke:` out of the world file',
  '--no-isolation':
    '`--no-isolation` is gone with `--serve`: your own web server sets the headers of its pages',
  '--phase': '`--phase` is gone: `--only` names the properties to try, `fuzz --list` lists them',
  '--property': '`--property` is now `--only`',
  '--requirements': '`--requirements` is gone: the version of the package freezes the cases, so pin it',
  '--save-case': '`--save-case` is now `--save`',
  '--seed-kit': '`--seed-kit` is now the file fixtures/seed-kit.yaml; docs/seeding.md says how to load it',
  '--server': '`--server` is gone: edit `servers:` in what `openapi` prints',
  '--serve': '`--serve` is gone: serve the folder by any web server, and give its origin as `--cors-origin`',
  '--shard': "`--shard` is gone: split a run by `--only '*@group*'` in the matrix of the CI, see examples/ci",
  '--statement': '`--statement` is gone: `run --reporter markdown=FILE` has the coverage of every clause',
  '--strict': '`--strict` is gone: `fuzz` says at the end what it did not reach',
  '--tags': '`--tags` is gone: what `fixtures` makes has three tags',
  '--tls': '`--tls` is now `--cert FILE --key FILE`; docs/simulator.md shows how to make a certificate',
  '--until': '`--until` is now `--runs N` or `--time 2m`',
  '--update-lock': '`--update-lock` is now `probe --write`, which writes the answers into the target file',
  '--workers': '`--workers` is gone: `fuzz` sends from one thread',
};

/** Reporters of before, with the words that name what is written in their place. */
export const REPLACED_REPORTERS: ReadonlyMap<string, string> = new Map([
  ['cases', '`cases` is now `--verbose`'],
  ['comment', '`comment` is now `markdown`'],
  ['ctrf', '`ctrf` is gone: use `junit`'],
  ['sarif', '`sarif` is gone: use `github` or `junit`'],
  ['screen', '`screen` is now `--quiet`'],
  ['tap', '`tap` is gone: use `junit`'],
]);

/** Adds the commands of before to the program, hidden: each takes any words and throws its sentence as a usage error. */
export function addReplacedCommands(program: Command): void {
  const taken = new Set(program.commands.map((each) => each.name()));
  for (const [name, sentence] of Object.entries(REPLACED_COMMANDS).filter(([each]) => !taken.has(each)))
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .action(() => {
        throw new TagproofError('usage', sentence);
      });
}

/** Adds the options of before that the command does not have, hidden: each throws its sentence as a usage error. */
export function addReplacedOptions(command: Command): void {
  const taken = new Set(command.options.map(({ long }) => long));
  for (const [flag, sentence] of Object.entries(REPLACED_OPTIONS)) {
    if (taken.has(flag)) continue;
    command.addOption(new Option(`${flag} [value]`).hideHelp());
    command.on(`option:${flag.slice(2)}`, () => {
      throw new TagproofError('usage', sentence);
    });
  }
}
