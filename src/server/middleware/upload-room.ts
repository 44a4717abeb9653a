import type { IncomingMessage } from "node:http";
import { networkOf, widestNetworkOf } from "#src/rate-limits/network.ts";

/** Limits the memory of uploaded files between their arrival and their processing. */
export type UploadRoom = {
  /**
   * Waits until the given bytes fit the limit of this process and the shares of the address's network and of its
   * widest one. While somebody waits, uploads that hold their room without sending are cut off.
   *
   * @returns a function that releases the bytes, or null if they do not fit in time
   */
  enter(address: string, bytes: number, upload: Upload): Promise<(() => void) | null>;
};

/** An upload on its way. */
export type Upload = {
  /** How many of its bytes have come; Infinity once all have. */
  readonly received: () => number;
  /** Ends its connection. */
  readonly cut: () => void;
};

/** Bytes of all files in memory at once, for the whole site. Parsing a form takes about four times its bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

/** Bytes per network: two photos fit at the same time, and leave room for other networks. */
const MAX_PER_NETWORK = 18 * 1024 * 1024;

/** Bytes per /24 or /48, which may be one person: a third of the room is left to all others. */
const MAX_PER_WIDEST = 32 * 1024 * 1024;

/** A refused visitor has to choose the file again, so waiting up to ten seconds is better. */
const MAX_WAIT_MS = 10_000;

/**
 * Slower than this no upload may be while others wait: a phone with one bar of 3G sends twice as much. Alone, it may
 * take as long as any request.
 */
const LEAST_BYTES_PER_MS = 12;
/** By then the first bytes of a phone on a slow network have come. */
const GRACE_MS = 4_000;
const LOOK_EVERY_MS = 1_000;
/** Who waits has sent this much before it gets room that others left: connections that send nothing are not in turn. */
const BEGUN_BYTES = 16 * 1024;

/** @param workers how many processes share the site's limit */
export function createUploadRoom(workers = 1, longestWaitMs = MAX_WAIT_MS, graceMs = GRACE_MS): UploadRoom {
  const most = Math.max(MAX_PER_NETWORK, MAX_BYTES / workers);
  const taken = new Map<string, number>();
  const waiting = new Set<() => void>();
  const inside = new Map<Upload, number>();
  let all = 0;
  let watch: NodeJS.Timeout | undefined;

  function fits(address: string, bytes: number): boolean {
    const isBelow = (network: string, share: number) => (taken.get(network) ?? 0) + bytes <= share;
    return (
      all + bytes <= most &&
      isBelow(networkOf(address), MAX_PER_NETWORK) &&
      isBelow(widestNetworkOf(address), MAX_PER_WIDEST)
    );
  }

  function take(address: string, bytes: number, upload: Upload): () => void {
    const networks = new Set([networkOf(address), widestNetworkOf(address)]);
    all += bytes;
    for (const network of networks) taken.set(network, (taken.get(network) ?? 0) + bytes);
    inside.set(upload, performance.now());
    return () => {
      all -= bytes;
      inside.delete(upload);
      for (const network of networks) {
        const left = (taken.get(network) ?? 0) - bytes;
        if (left > 0) taken.set(network, left);
        else taken.delete(network);
      }
      for (const look of [...waiting]) look();
    };
  }

  function cutIdle(): void {
    const now = performance.now();
    // Who has begun to send meanwhile is in turn.
    for (const look of [...waiting]) look();
    for (const [{ received, cut }, since] of inside) {
      const tookMs = now - since;
      if (tookMs > graceMs && received() < tookMs * LEAST_BYTES_PER_MS) cut();
    }
  }

  return {
    enter(address, bytes, upload) {
      if (fits(address, bytes)) return Promise.resolve(take(address, bytes, upload));
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const leave = (leaver: (() => void) | null) => {
        clearTimeout(limit);
        waiting.delete(look);
        if (waiting.size === 0) watch = void clearInterval(watch);
        resolve(leaver);
      };
      const look = () => {
        if (upload.received() >= BEGUN_BYTES && fits(address, bytes)) leave(take(address, bytes, upload));
      };
      const limit = setTimeout(() => leave(null), longestWaitMs);
      waiting.add(look);
      watch ??= setInterval(cutIdle, Math.min(LOOK_EVERY_MS, graceMs));
      return promise;
    },
  };
}

/** A request's upload, by what its connection has sent. */
export function uploadOf(incoming: IncomingMessage): Upload {
  const { socket } = incoming;
  const before = socket.bytesRead - incoming.readableLength;
  return {
    received: () => (incoming.complete ? Number.POSITIVE_INFINITY : socket.bytesRead - before),
    cut: () => socket.destroy(),
  };
}
