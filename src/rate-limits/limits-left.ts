import { AsyncLocalStorage } from "node:async_hooks";

/** What is left of one limit, for whoever was counted under it. */
export type LimitLeft = {
  readonly name: string;
  /** How often the action is free in a window. */
  readonly quota: number;
  readonly windowMs: number;
  readonly left: number;
  /** Until all of the quota is left again. */
  readonly resetMs: number;
};

const collecting = new AsyncLocalStorage<LimitLeft[]>();

/** Runs something, and returns what is left of the limits that it was counted under, in their order. */
export async function collectLimits(run: () => Promise<void>): Promise<readonly LimitLeft[]> {
  const limits: LimitLeft[] = [];
  await collecting.run(limits, run);
  return limits;
}

/** Tells whoever collects, if anybody does. Only the API does: it has headers for it. */
export function reportLimit(limit: LimitLeft): void {
  collecting.getStore()?.push(limit);
}
