import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Ceiling = { readonly port: number; stop(): Promise<void> };

/** Starts one of the servers that ours is measured beside, in a process of its own like ours. */
export async function startCeiling(kind: "hono" | "canned"): Promise<Ceiling> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "ceiling-server.ts"), kind], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return {
    port: Number(line),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
