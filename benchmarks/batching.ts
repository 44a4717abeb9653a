import { MAX_BATCH, nextBatchSize, type QueueLoad } from "#src/entries/submit/batch-size.ts";
import type { Figure } from "./measure.ts";
import { simulateEntries } from "./simulated-entries.ts";

/** Which submissions leave as a batch, as in `nextBatchSize`. */
type Rule = typeof nextBatchSize;

/** So many batches at once, each of all that waits up to a size. Two of 256 were the rule before. */
function lockstep(batches: number, most: number): Rule {
  return (queue: QueueLoad, endOfTurn) => {
    if (most === MAX_BATCH && queue.waiting >= most && queue.batches < 6) return most;
    return endOfTurn && queue.batches < batches ? Math.min(queue.waiting, most) : 0;
  };
}

const RULES: Readonly<Record<string, Rule>> = {
  "two of all that waits": lockstep(2, MAX_BATCH),
  "four of 16": lockstep(4, 16),
  halves: nextBatchSize,
};

const FAST_DISK_US = 700;
const SLOW_DISK_US = 5_000;

/**
 * Simulates the rules by which submissions leave in batches, in a second: what no real machine can show, which is never
 * the same twice and has one disk. The times of the parts are those of `npm run bench -- entries`.
 */
export async function measureBatching(): Promise<Figure[]> {
  const cases = [8, 64, 256, 1000].flatMap((connections) =>
    [FAST_DISK_US, SLOW_DISK_US].map((commitUs) => ({ connections, commitUs })),
  );
  return cases.flatMap((given) => {
    const [before, ...others] = Object.entries(RULES).map(([name, rule]) => ({
      name,
      ...simulateEntries({ ...given, rule }),
    }));
    return others.map(({ name, perSecond }) => ({
      name: `simulated, ${given.connections} connections, a commit of ${given.commitUs / 1000} ms: ${name}`,
      ours: perSecond,
      unit: "entries/s" as const,
      beside: { name: before?.name ?? "", value: before?.perSecond ?? Number.NaN },
    }));
  });
}
