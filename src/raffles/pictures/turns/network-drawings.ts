import type { BannerFormat } from "../banner-format.ts";
import type { Drawing } from "../picture-task.ts";
import { BUSY, type Pictures } from "../pictures.ts";

/**
 * Draws no more than `mostAtOnce` pictures of one network at once: the queue is for everybody. Refuses the next ones
 * (`pictures-busy`). Ask only for what is not cached.
 */
export function createNetworkDrawings({ draw }: Pick<Pictures, "draw">, mostAtOnce: number) {
  const drawnNow = new Map<string, number>();
  return async (network: string, drawing: Drawing, format: BannerFormat): ReturnType<Pictures["draw"]> => {
    const atOnce = drawnNow.get(network) ?? 0;
    if (atOnce >= mostAtOnce) return BUSY;
    drawnNow.set(network, atOnce + 1);
    try {
      return await draw(drawing, format, network);
    } finally {
      const rest = (drawnNow.get(network) ?? 1) - 1;
      if (rest > 0) drawnNow.set(network, rest);
      else drawnNow.delete(network);
    }
  };
}
