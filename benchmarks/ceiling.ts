import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Ceiling = { readonly port: number; readonly pid: number; stop(): Promise<void> };

/**
 * Starts one of the reference servers, in a process of its own as our site is.
 *
 * @param page for `hono-page`: the URL of the page that it serves
 */
export async function startCeiling(kind: "hono" | "hono-page" | "canned", page = ""): Promise<Ceiling> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "ceiling-server.ts"), kind, page], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return {
    port: Number(line),
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
