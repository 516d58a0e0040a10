/** Shares as percentages. */

/** `95` or `95%`, above 0 and at most 100; undefined for any other text. */
export function percentageOf(text: string): number | undefined {
  const [, number = ''] = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim()) ?? [];
  const value = Number(number);
  return number !== '' && value > 0 && value <= 100 ? value : undefined;
}

/** `65.0 %`, never rounded up: 99.99 % is not 100. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${(Math.floor((1e3 * part) / whole) / 1e1).toFixed(1)} %`;
}
