/**
 * A clock that runs while this thread works: what it measures is the same however busy the machine is.
 *
 * @returns asks how many milliseconds of processor this thread has taken since.
 */
export function startCpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
