/** Draws lines of a terminal as an SVG picture: the colours and weights that the palette of the reports uses. */
import { escaperOf } from '../src/text/entities.ts';

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

/** The picture of these lines; `columns` is the width of the terminal, `title` its text for screen readers. */
export function ansiSvg(lines: readonly string[], columns: number, title: string): string {
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
