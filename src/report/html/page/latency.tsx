/** How long replies took: a histogram for each endpoint on one scale of logarithms. */
import { showMs } from '../../../text/quantities.ts';
import type { LatencyRow, LatencyTable } from '../../facts/latency.ts';
import type { RunPage } from '../page-data.ts';

const WIDTH = 400;
const HEIGHT = 40;

/** Where a time lies on the scale, in units of the plot. */
function placeOf(value: number, { from, to }: LatencyTable): number {
  return (WIDTH * Math.log(Math.max(value, from) / from)) / Math.log(to / from);
}

function Plot({ of, table }: { readonly of: LatencyRow; readonly table: LatencyTable }) {
  const most = Math.max(...of.buckets);
  const width = WIDTH / of.buckets.length;
  const description = `${of.endpoint}: half of ${of.replies} replies within ${showMs(of.median)} ms, 95 % within ${showMs(of.p95)} ms, the longest ${showMs(of.max)} ms`;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={description}>
      {of.buckets.map((replies, at) => {
        // The root keeps a few slow replies visible among many quick ones.
        const height = HEIGHT * Math.sqrt(replies / most);
        return (
          <rect x={at * width + 0.5} y={HEIGHT - height} width={width - 1} height={height} class="bar" />
        );
      })}
      {[of.median, of.p95].map((value, at) => (
        <line
          x1={placeOf(value, table)}
          x2={placeOf(value, table)}
          y1={0}
          y2={HEIGHT}
          class={at === 0 ? 'median' : 'p95'}
        />
      ))}
    </svg>
  );
}

/** The powers of ten of the scale. */
function ticksOf({ from, to }: LatencyTable): readonly number[] {
  const decades = Math.round(Math.log10(to / from));
  return Array.from({ length: decades + 1 }, (_, at) => from * 10 ** at);
}

const tickText = (value: number): string => (value < 1 ? value.toFixed(1) : value.toFixed(0));

export function Latency({ page: { latency } }: { readonly page: RunPage }) {
  if (latency === undefined) return null;
  return (
    <section id="latency" aria-labelledby="latency-head">
      <h2 id="latency-head">Latency</h2>
      <p class="faint">
        Milliseconds from sending to the end of the reply, on a scale of logarithms; heights are square roots
        of counts. The full line is the median, the broken one p95, within which 95 % of the replies came.
        Speed is not part of the verdict.
      </p>
      <table class="latency">
        <thead>
          <tr>
            <th scope="col">endpoint</th>
            <th scope="col" class="plot">
              distribution
            </th>
            <th scope="col">median</th>
            <th scope="col">p95</th>
            <th scope="col">max</th>
          </tr>
        </thead>
        <tbody>
          {latency.rows.map((row) => (
            <tr>
              <th scope="row">
                {row.endpoint.split('.')[0]}.<wbr />
                {row.endpoint.split('.')[1]} <span class="faint">{row.replies.toLocaleString('en-US')}</span>
              </th>
              <td class="plot">
                <Plot of={row} table={latency} />
              </td>
              <td>{showMs(row.median)}</td>
              <td>{showMs(row.p95)}</td>
              <td>{showMs(row.max)}</td>
            </tr>
          ))}
          <tr class="scale" aria-hidden="true">
            <td />
            <td class="plot">
              <span class="ticks">
                {ticksOf(latency).map((value) => (
                  <span>{tickText(value)}</span>
                ))}
              </span>
            </td>
            <td colSpan={3}>ms</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
