/** Clients that did the same requests, as a table. */
import type { Client } from '../contenders/clients.ts';
import type { ClientSample } from '../measure/client.ts';
import type { Measured } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { figure, seconds, times } from '../report/format.ts';
import type { Table } from '../report/outcome.ts';

export interface ClientResult {
  readonly client: Client;
  readonly version: string;
  readonly measured: Measured<ClientSample>;
}

export const wallsOf = ({ measured }: ClientResult): readonly number[] =>
  measured.samples.map(({ wallS }) => wallS);
export const cpuOf = ({ measured }: ClientResult): readonly number[] =>
  measured.samples.map(({ cpuS }) => cpuS);

/** Fastest first; `base` is the contender that the ratios are against. */
export function clientTable(
  title: string,
  results: readonly ClientResult[],
  base: string,
  note: string,
): Table {
  const floor = results.find(({ client }) => client.name === base);
  const fine = results.filter(({ measured }) => measured.failed === undefined);
  const sorted = fine.toSorted((a, b) => median(wallsOf(a)) - median(wallsOf(b)));
  return {
    title,
    head: ['client', 'kind', 'wall', 'CPU', 'requests sent', `wall beside ${base}`],
    rows: sorted.map((each) => [
      `${each.client.name} ${each.version}`.trim(),
      each.client.kind,
      seconds(median(wallsOf(each))),
      seconds(median(cpuOf(each))),
      figure(median(each.measured.samples.map(({ counts }) => counts.total))),
      times(floor === undefined ? Number.NaN : medianRatio(wallsOf(each), wallsOf(floor))),
    ]),
    note,
  };
}
