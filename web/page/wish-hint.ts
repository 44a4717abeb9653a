import type { Prize } from "#src/raffles/schema.ts";

/**
 * What a wish means in a raffle, as a key of `entries:wishHint`. `open`: everybody in play is in each prize's draw.
 * `wished`: a chosen prize leaves out those that are not chosen. `some`: it does so for some prizes alone.
 */
export function wishHint(prizes: readonly Pick<Prize, "pool">[]): "only" | "open" | "wished" | "some" {
  if (prizes.length === 1) return "only";
  const wished = prizes.filter(({ pool }) => pool === "wished").length;
  return wished === 0 ? "open" : wished === prizes.length ? "wished" : "some";
}
