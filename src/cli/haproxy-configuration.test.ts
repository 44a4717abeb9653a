import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findHaproxy } from "../../tests/support/haproxy.ts";

const haproxy = findHaproxy();
const run = promisify(execFile);

test.skipIf(!haproxy).for(["haproxy.cfg", "haproxy-postgres.cfg"])(
  "docs/%s is what HAProxy takes, without a warning (skipped where HAProxy is not installed)",
  async (name) => {
    const { stdout, stderr } = await run(haproxy ?? "", [
      "-c",
      "-dW",
      "-f",
      join(import.meta.dirname, "../../docs", name),
    ]);
    expect(stdout + stderr).toContain("Configuration file is valid");
  },
);
