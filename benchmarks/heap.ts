import { once } from "node:events";
import type { SiteProcess } from "../tests/support/site.ts";

/** With these settings a site can report its heap. They do not slow it down. */
export const HEAP_ENV = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

type Reply = { readonly id: number; readonly result: { readonly usedSize?: number } };

/**
 * The memory that a site started with HEAP_ENV really uses, in MB: its JavaScript heap after a full garbage collection.
 */
export async function liveHeapMb({ log }: SiteProcess): Promise<number> {
  const [url] = /ws:\/\/\S+/.exec(log()) ?? [];
  if (url === undefined) throw new Error("The site was not started to be asked.");
  const socket = new WebSocket(url);
  await once(socket, "open");
  try {
    await ask(socket, 1, "HeapProfiler.collectGarbage");
    return (await ask(socket, 2, "Runtime.getHeapUsage")) / 2 ** 20;
  } finally {
    socket.close();
  }
}

async function ask(socket: WebSocket, id: number, method: string): Promise<number> {
  socket.send(JSON.stringify({ id, method }));
  for (;;) {
    const [{ data }] = (await once(socket, "message")) as [MessageEvent<string>];
    const reply = JSON.parse(data) as Reply;
    if (reply.id === id) return reply.result.usedSize ?? 0;
  }
}
