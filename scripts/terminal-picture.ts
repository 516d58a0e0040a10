/** The picture of the README: what a terminal shows of a real run against a backend with a seeded defect. */
import { stripVTControlCharacters } from 'node:util';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { Simulator } from '../simulator/server/server.ts';
import { runCli } from '../src/cli/program.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { simulatorOptionsOf } from '../src/library/embedded/simulated-file.ts';
import { CONFORMANCE_WORLD } from '../src/base/package-paths.ts';
import { escaperOf } from '../src/base/text/entities.ts';

export const PICTURE = 'docs/run.svg';

const COLUMNS = 112;
const DEFECT = 'length-types-swapped';
const SHOWN_URL = 'https://staging.example.com';
const CASE = 'id/one-short@group.admin';
const COMMAND = `npx tagproof run --target my-target.yaml --only '${CASE}'`;

/** Runs the suite against the defect and gives what a terminal with colours shows. */
async function shown(): Promise<string> {
  const file = readTargetFile(CONFORMANCE_WORLD, {});
  const mutant = MUTANTS.find(({ name }) => name === DEFECT);
  if (mutant === undefined) throw new Error(`there is no mutant ${DEFECT}`);
  const simulator = new Simulator({ ...simulatorOptionsOf(file), alter: mutant.alter });
  const { url } = await simulator.start();
  let out = '';
  const stream = { isTerminal: false, columns: () => COLUMNS };
  try {
    await runCli({
      argv: ['run', '--target', url, '--world', CONFORMANCE_WORLD, '--only', CASE],
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

/** The colours and weights that the palette of the reports uses. */
const COLOURS: ReadonlyMap<number, string> = new Map([
  [31, '#ff7b72'],
  [32, '#7ee787'],
  [33, '#e3b341'],
  [34, '#79c0ff'],
  [35, '#d2a8ff'],
  [36, '#76e3ea'],
]);
const TEXT = '#e6edf3';
const CHARACTER = 8.4;
const LINE = 19;
const MARGIN = 18;

interface Style {
  readonly colour: string;
  readonly bold: boolean;
  readonly dim: boolean;
}

const PLAIN: Style = { colour: TEXT, bold: false, dim: false };

/** The style after one SGR code. */
function styled(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, colour: TEXT };
  return { ...style, colour: COLOURS.get(code) ?? style.colour };
}

const escaped = escaperOf('&<>');

function span(text: string, { colour, bold, dim }: Style): string {
  const weight = bold ? ' font-weight="bold"' : '';
  const opacity = dim ? ' opacity="0.65"' : '';
  return `<tspan fill="${colour}"${weight}${opacity}>${escaped(text)}</tspan>`;
}

/** One line as spans; styles end with the line. */
function spans(line: string): string {
  let style = PLAIN;
  let drawn = '';
  // eslint-disable-next-line no-control-regex
  for (const [, codes, text] of line.matchAll(/(?:\u001B\[([\d;]*)m)|([^\u001B]+)/g)) {
    if (codes !== undefined) for (const code of codes.split(';')) style = styled(style, Number(code));
    if (text !== undefined) drawn += span(text, style);
  }
  return drawn;
}

/** Draws lines as an SVG picture; `columns` is the width of the terminal, `title` its text for screen readers. */
function ansiSvg(lines: readonly string[], columns: number, title: string): string {
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  const rows = lines.map(
    (line, at) =>
      `  <text x="${MARGIN}" y="${MARGIN + 14 + at * LINE}" xml:space="preserve">${spans(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">`,
    ...rows,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
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
    .replaceAll(/ in \d+(?:\.\d+)? m?s\b(?:, \d+ at once in the end)?/g, '')
    .trimEnd()
    .split('\n');
  const cut = lines.map((line) => shortened(line));
  return ansiSvg(
    [`$ ${COMMAND}`, ...cut],
    COLUMNS,
    'A run of tagproof that finds a defect, as a terminal shows it',
  );
}
