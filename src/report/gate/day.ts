/** Days as people write them into files: `2027-01-31`. */

export const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day that exists. */
export function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(time.getTime()) && dayOf(time) === text;
}

/** The day of a time, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Whether the last day is over. */
export const isOver = (lastDay: string | undefined, today: string): boolean =>
  lastDay !== undefined && lastDay < today;
