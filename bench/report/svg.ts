/** A plot as SVG: logarithmic axes, a line a series. Pure text; readable on light and dark pages. */
import type { Plot, Series } from './outcome.ts';

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 70;
const RIGHT = 190;
const TOP = 40;
const BOTTOM = 50;
/** Distinguishable without colour vision, on white and on black. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];

type Axis = (value: number) => number;

const exponents = (values: readonly number[]): readonly [number, number] => {
  const logs = values.filter((each) => each > 0).map((each) => Math.log10(each));
  if (logs.length === 0) return [0, 1];
  const [from, to] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  return [from, to === from ? to + 1 : to];
};

const axis =
  ([from, to]: readonly [number, number], begin: number, end: number): Axis =>
  (value) =>
    begin + ((Math.log10(value) - from) / (to - from)) * (end - begin);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const at = (value: number): string => value.toFixed(1);

function powers([from, to]: readonly [number, number]): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

const label = (value: number): string =>
  value >= 1 ? value.toLocaleString('en-US') : String(Number(value.toPrecision(1)));

function seriesText({ name, points }: Series, index: number, x: Axis, y: Axis): string {
  const colour = COLOURS[index % COLOURS.length] ?? '';
  const places = points.filter(([, value]) => value > 0).map(([a, b]) => [at(x(a)), at(y(b))] as const);
  const line = `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((place) => place.join(',')).join(' ')}"/>`;
  const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`).join('');
  const legend = TOP + 14 + index * 22;
  const key = `<rect x="${WIDTH - RIGHT + 16}" y="${legend - 10}" width="12" height="12" fill="${colour}"/><text x="${WIDTH - RIGHT + 34}" y="${legend}">${escape(name)}</text>`;
  return line + dots + key;
}

export function plotText({ title, x, y, series }: Plot): string {
  const points = series.flatMap((each) => each.points);
  const across = exponents(points.map(([value]) => value));
  const up = exponents(points.map(([, value]) => value));
  const [toX, toY] = [axis(across, LEFT, WIDTH - RIGHT), axis(up, HEIGHT - BOTTOM, TOP)];
  const vertical = powers(across).map(
    (value) =>
      `<line x1="${at(toX(value))}" x2="${at(toX(value))}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text x="${at(toX(value))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${label(value)}</text>`,
  );
  const horizontal = powers(up).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(toY(value))}" y2="${at(toY(value))}"/><text x="${LEFT - 8}" y="${at(toY(value) + 4)}" text-anchor="end">${label(value)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(title)}">
<style>text { font: 12px sans-serif; fill: #333 } line { stroke: #bbb; stroke-width: 1 } .title { font-size: 14px; font-weight: bold }</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text class="title" x="${LEFT}" y="22">${escape(title)}</text>
${vertical.join('')}
${horizontal.join('')}
${series.map((each, index) => seriesText(each, index, toX, toY)).join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escape(x)}</text>
<text x="16" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(TOP + HEIGHT - BOTTOM) / 2})">${escape(y)}</text>
</svg>
`;
}
