/** A time as people read it: `350 ms`, `1.2 s`, `2 min 5 s`. */
export function showDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Seconds with milliseconds, as files for machines have them: `1.234`. */
export function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Milliseconds to a tenth, where that is worth reading: `3.9`, `53`. */
export const showMs = (ms: number): string => (ms < 9.95 ? ms.toFixed(1) : ms.toFixed(0));
