import type { Answer } from "./arrivals.ts";
import { arriveCounted, type CrowdSite, measureCapacity } from "./crowd-site.ts";
import { type Figure, median, quantile, watch } from "./measure.ts";
import { watchMemory } from "./memory.ts";

const TIMES = 10;
const SECONDS = 30;
/** More connections than the queue holds, so that refused people have one too. */
const CONNECTIONS = 8_000;
/** The load before and after the rush: half of the site's capacity. */
const CALM_SHARE = 0.5;
const CALM_SECONDS = 10;
const WINDOW_MS = 250;
const BACK_TARGET_S = 5;
const MAX_MB = 1536;
/** A proxy marks a site as down if a check takes this long: `timeout check` in docs/haproxy.cfg. */
const CHECK_TARGET_MS = 5_000;
const CHECK_EVERY_MS = 250;

/**
 * Simulates ten times the site's capacity for half a minute. People arrive at their own pace and do not wait for each
 * other. Before and after, the load is half of the capacity.
 */
export async function measureOverload(crowd: CrowdSite, say: (line: string) => void): Promise<Figure[]> {
  const capacity = await measureCapacity(crowd);
  const calm = { perSecond: capacity * CALM_SHARE, seconds: CALM_SECONDS };
  const rush = { perSecond: capacity * TIMES, seconds: SECONDS };
  const checks = watch(CHECK_EVERY_MS, async () => {
    const ready = await fetch(`${crowd.site.origin}/readyz`);
    if (!ready.ok) throw new Error(`A proxy's check was answered ${ready.status}.`);
  });
  const memory = await watchMemory(crowd.site.pid, () =>
    arriveCounted(crowd, {
      phases: { before: calm, rush, after: calm },
      connections: CONNECTIONS,
      openBefore: CONNECTIONS,
    }),
  );
  const slowestCheck = Math.max(...(await checks.stop()));
  const { before, rush: result, after } = memory.result;

  const of = (status: number) => result.answers.filter((answer) => answer.status === status);
  const [accepted, refused] = [of(201), of(503)];
  const others = result.answers.length - accepted.length - refused.length;
  const { lost, sent, unsent } = result;
  say(`${sent} sent, ${unsent} found no connection, ${lost} without an answer, ${others} other answers`);
  const levels = medians(before.answers);
  const back = backAfter(medians(after.answers), Math.max(...levels));
  const unpublished = refused.filter(({ retryAfter }) => !retryAfter).length;
  const times = (answers: readonly Answer[], q: number) =>
    quantile(
      answers.map(({ ms }) => ms),
      q,
    );
  const none = (name: string, ours: number): Figure => ({ name, ours, unit: "", target: "0", met: ours === 0 });
  return [
    { name: "capacity, 64 connections", ours: capacity, unit: "entries/s" },
    {
      name: "overload: sent",
      ours: sent / SECONDS,
      unit: "entries/s",
      beside: { name: "capacity", value: capacity },
      target: `ratio at least ${TIMES}`,
      met: sent / SECONDS >= TIMES * capacity * 0.99,
    },
    {
      name: "overload: accepted, all of them stored",
      ours: accepted.length / SECONDS,
      unit: "entries/s",
      beside: { name: "capacity", value: capacity },
    },
    { name: "overload: refused with 503", ours: refused.length / SECONDS, unit: "entries/s" },
    none("overload: refused without Retry-After", unpublished),
    none("overload: other answers", others),
    none("overload: connections broken, answers missing", lost),
    {
      name: "overload: time to an accepted one's answer",
      ours: times(accepted, 0.5),
      unit: "ms",
      worst: times(accepted, 0.99),
    },
    { name: "overload: time to a refusal", ours: times(refused, 0.5), unit: "ms", worst: times(refused, 0.99) },
    {
      name: "overload: slowest answer to a proxy's check",
      ours: slowestCheck,
      unit: "ms",
      target: `under ${CHECK_TARGET_MS} ms`,
      met: slowestCheck < CHECK_TARGET_MS,
    },
    {
      name: "overload: memory of the site at most",
      ours: memory.most,
      unit: "MB",
      beside: { name: "before", value: memory.before },
      target: `under ${MAX_MB} MB`,
      met: memory.most < MAX_MB,
    },
    { name: "overload: time to an answer before it", ours: median(levels), unit: "ms", worst: Math.max(...levels) },
    {
      name: "overload: back at that level after",
      ours: back / 1000,
      unit: "s",
      target: `within ${BACK_TARGET_S} s`,
      met: back <= BACK_TARGET_S * 1000,
    },
  ];
}

/** The median time to acceptance for each quarter of a second, in order. A refusal counts as infinite. */
function medians(answers: readonly Answer[]): number[] {
  const windows = Map.groupBy(answers, ({ at }) => Math.floor(at / WINDOW_MS));
  return [...windows]
    .toSorted(([a], [b]) => a - b)
    .map(([, inWindow]) => median(inWindow.map(({ status, ms }) => (status === 201 ? ms : Number.POSITIVE_INFINITY))));
}

/** Milliseconds until two windows in a row are as fast as the slowest one before the rush. */
function backAfter(levels: readonly number[], level: number): number {
  const first = levels.findIndex((one, index) => one <= level && (levels[index + 1] ?? 0) <= level);
  return first === -1 ? Number.POSITIVE_INFINITY : (first + 1) * WINDOW_MS;
}
