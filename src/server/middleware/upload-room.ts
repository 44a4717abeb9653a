/** Limits the memory of uploaded files between their arrival and their processing. */
export type UploadRoom = {
  /**
   * Waits until the given bytes fit both the limit of this process and the network's share.
   *
   * @returns a function that releases the bytes, or null if they do not fit in time
   */
  enter(network: string, bytes: number): Promise<(() => void) | null>;
};

/** Bytes of all files in memory at once, for the whole site. Parsing a form takes about four times its bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

/** Bytes per network: two photos fit at the same time, and leave room for other networks. */
const MAX_PER_NETWORK = 18 * 1024 * 1024;

/** A refused visitor has to choose the file again, so waiting up to ten seconds is better. */
const MAX_WAIT_MS = 10_000;

/** @param workers how many processes share the site's limit */
export function createUploadRoom(workers = 1, longestWaitMs = MAX_WAIT_MS): UploadRoom {
  const most = Math.max(MAX_PER_NETWORK, MAX_BYTES / workers);
  const taken = new Map<string, number>();
  const waiting = new Set<() => void>();
  let all = 0;

  function fits(network: string, bytes: number): boolean {
    return all + bytes <= most && (taken.get(network) ?? 0) + bytes <= MAX_PER_NETWORK;
  }

  function take(network: string, bytes: number): () => void {
    all += bytes;
    taken.set(network, (taken.get(network) ?? 0) + bytes);
    return () => {
      all -= bytes;
      const left = (taken.get(network) ?? 0) - bytes;
      if (left > 0) taken.set(network, left);
      else taken.delete(network);
      for (const look of [...waiting]) look();
    };
  }

  return {
    enter(network, bytes) {
      if (fits(network, bytes)) return Promise.resolve(take(network, bytes));
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const leave = (leaver: (() => void) | null) => {
        clearTimeout(limit);
        waiting.delete(look);
        resolve(leaver);
      };
      const look = () => {
        if (fits(network, bytes)) leave(take(network, bytes));
      };
      const limit = setTimeout(() => leave(null), longestWaitMs);
      waiting.add(look);
      return promise;
    },
  };
}
