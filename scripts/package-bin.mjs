#!/usr/bin/env node
// The command of the package. The Node that came with it runs the site where the machine's own is older.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST = 24;
const site = new URL("../src/cli/tambiolo.js", import.meta.url);

if (Number(process.versions.node.split(".")[0]) >= OLDEST) await import(site.href);
else {
  const child = spawn(findNode(), [fileURLToPath(site), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}

function findNode() {
  const system = process.platform === "win32" ? "win" : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    console.error(`tambiolo: This needs Node ${OLDEST} or newer: install it from https://nodejs.org.`);
    process.exit(1);
  }
}
