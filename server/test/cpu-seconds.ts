/** Processor time of this process so far: unlike a clock, it is the same on a machine that is busy with others. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
