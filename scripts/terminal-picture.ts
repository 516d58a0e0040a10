/** The picture of the README: what a terminal shows of a real run against a backend with a seeded defect. */
import { stripVTControlCharacters } from 'node:util';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { Simulator } from '../simulator/http/server.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { simulatorOptionsOf } from '../src/embedded/simulated-file.ts';
import { DEFAULT_WORLD } from '../src/package-paths.ts';
import { ansiSvg } from './ansi-svg.ts';

export const PICTURE = 'docs/run.svg';

const COLUMNS = 112;
const DEFECT = 'length-types-swapped';
const SHOWN_URL = 'https://staging.example.com';
const CASE = 'id/one-short@group.admin';
const COMMAND = `npx tagproof run --target my-target.yaml --only '${CASE}'`;

/** Runs the suite against the defect and gives what a terminal with colours shows. */
async function shown(): Promise<string> {
  const file = readTargetFile(DEFAULT_WORLD, {});
  const mutant = MUTANTS.find(({ name }) => name === DEFECT);
  if (mutant === undefined) throw new Error(`there is no mutant ${DEFECT}`);
  const simulator = new Simulator({ ...simulatorOptionsOf(file), alter: mutant.alter });
  const { url } = await simulator.start();
  let out = '';
  const stream = { isTerminal: false, columns: () => COLUMNS };
  try {
    await runCli({
      argv: ['run', '--target', url, '--world', DEFAULT_WORLD, '--only', CASE],
      env: {},
      out: { ...stream, colour: true, write: (text) => (out += text) },
      err: { ...stream, colour: false, write: () => {} },
      onInterrupt: () => {},
      onExit: () => {},
      pid: 0,
    });
  } finally {
    await simulator.close();
  }
  return out.replaceAll(url, SHOWN_URL);
}

/** A long line, cut where the terminal of the picture ends. */
function shortened(line: string): string {
  const styles = line.length - stripVTControlCharacters(line).length;
  return line.length - styles <= COLUMNS ? line : `${line.slice(0, COLUMNS - 1 + styles)}…`;
}

/** The SVG text; times are left out, so that each run draws the same. */
export async function terminalPicture(): Promise<string> {
  const text = (await shown()).replaceAll(/Date: [^\n]+/g, 'Date: Thu, 01 Jan 2026 00:00:00 GMT');
  const lines = text
    .replaceAll(/ in \d+(?:\.\d+)? m?s\b/g, '')
    .trimEnd()
    .split('\n');
  const cut = lines.map((line) => shortened(line));
  return ansiSvg(
    [`$ ${COMMAND}`, ...cut],
    COLUMNS,
    'A run of tagproof that finds a defect, as a terminal shows it',
  );
}
