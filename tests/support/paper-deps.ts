import { confirmTicks } from "#src/earning/checked/confirm-ticks.ts";

/** What adding entries of the shop's own needs besides the site, as its routes give it. */
export const PAPER_DEPS = { defaultRegion: "PH", confirmTicks } as const;
