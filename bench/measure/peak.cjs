/* Preloaded by NODE_OPTIONS: writes the peak memory of a process, in KiB, when it ends. resourceUsage().maxRSS would count the parent's before exec. */
const { appendFileSync, readFileSync } = require('node:fs');
process.on('exit', () => {
  const file = process.env.BENCH_PEAK_FILE;
  if (file === undefined) return;
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  appendFileSync(file, `${peak ?? Math.round(process.resourceUsage().maxRSS)}\n`);
});
