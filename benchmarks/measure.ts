import { setTimeout as delay } from "node:timers/promises";

/** A measured figure, with the named ceiling (or floor) of the same run. */
export type Figure = {
  readonly name: string;
  /** The median of our runs. */
  readonly ours: number;
  readonly unit:
    | "ms"
    | "s"
    | "MB"
    | "bytes"
    | "entries/s"
    | "mails/s"
    | "pages/s"
    | "reads"
    | "µs"
    | "%"
    | "of 100"
    | "";
  /** The 95th percentile, or the worst run. For a score the lowest. */
  readonly worst?: number;
  readonly beside?: { readonly name: string; readonly value: number };
  /** The limit of the figure, as text. */
  readonly target?: string;
  readonly met?: boolean;
};

/** The value at the quantile `q`: the nearest measured value, without interpolation. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Runs `work` and returns its duration in milliseconds. */
export async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/**
 * Repeats `ask` until stop(), with a pause after each. stop() returns the milliseconds that each took, infinite for
 * one that failed.
 */
export function watch(pauseMs: number, ask: () => Promise<unknown>): { stop(): Promise<number[]> } {
  let isStopped = false;
  const watching = (async () => {
    const times: number[] = [];
    while (!isStopped) {
      times.push(
        await timed(ask).then(
          ({ ms }) => ms,
          () => Number.POSITIVE_INFINITY,
        ),
      );
      await delay(pauseMs);
    }
    return times;
  })();
  return {
    stop() {
      isStopped = true;
      return watching;
    },
  };
}

/** A count, beside how often it was tried. */
export function countOf(name: string, ours: number, tried: number): Figure {
  return { name, ours, unit: "", beside: { name: "tried", value: tried } };
}

/** Formats the figures as a table for a terminal, with a ratio for each that has a ceiling. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, ours, unit, worst, beside, target, met }) => [
    name,
    `${show(ours)} ${unit}`.trim(),
    worst === undefined ? "" : show(worst),
    beside ? `${beside.name}: ${show(beside.value)}` : "",
    beside ? (ours / beside.value).toFixed(2) : "",
    target ? `${target}${met === undefined ? "" : met ? " ✓" : " ✗"}` : "",
  ]);
  const all = [["figure", "median", "worst", "beside", "ratio", "target"], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function show(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });
}
