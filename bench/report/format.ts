/** Figures for people: as many digits as a measurement on a shared machine justifies. */

/** Three digits that count: 0.123, 1.23, 12.3, 1,230. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1000) return Number(value.toPrecision(3)).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 || size === 0 ? value.toFixed(2) : value.toPrecision(2);
}

export const seconds = (value: number): string => `${figure(value)} s`;
export const mebibytes = (value: number): string => `${figure(value)} MiB`;
export const times = (value: number): string => `${figure(value)} x`;
