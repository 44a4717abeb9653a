import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const INSTALL_LIMIT_MS = 10 * 60_000;

/**
 * Debian's Chromium without windows, which is Playwright's headless shell. The full browser opens a window for each
 * test and draws its own toolbars as pages. It takes 1.4 s for an empty page, this one 0.2 s.
 */
const HEADLESS_SHELL = "chromium-headless-shell";

/**
 * Finds the Chromium or Chrome for the tests: the one in `CHROMIUM_PATH`, else an installed one, else one that it
 * installs now.
 *
 * @returns the path of the program
 * @throws an Error that says how to get a browser, where none is found and none can be installed
 */
export function ensureBrowser(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a browser that starts.`);
  }
  const path = findBrowser() ?? installBrowser();
  if (path) return path;
  throw new Error(
    "The browser tests found no Chromium or Chrome and could not install one. Install it (Debian and Ubuntu: " +
      "`apt-get install chromium`; macOS and Windows: Google Chrome), or run `npx playwright install chromium`, or set " +
      "CHROMIUM_PATH to the program of an installed one.",
  );
}

function findBrowser(): string | undefined {
  return [...installedPlaces(), chromium.executablePath()].find(runs);
}

function installedPlaces(): string[] {
  switch (process.platform) {
    case "darwin":
      return ["/Applications", join(homedir(), "Applications")].flatMap((folder) =>
        ["Google Chrome", "Chromium"].map((name) => join(folder, `${name}.app`, "Contents", "MacOS", name)),
      );
    case "win32":
      return ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
        .flatMap((variable) => process.env[variable] ?? [])
        .flatMap((folder) =>
          ["Google\\Chrome", "Chromium"].map((name) => join(folder, name, "Application\\chrome.exe")),
        );
    default:
      return ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap((folder) =>
        [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map((name) =>
          join(folder, name),
        ),
      );
  }
}

/**
 * Some systems have a placeholder program by this name, which only says what to install. On Windows, running it would
 * open that program.
 */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  return process.platform === "win32" || spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}

function installBrowser(): string | undefined {
  if (isRoot() && existsSync("/usr/bin/apt-get")) {
    const installed =
      run("apt-get", "update") &&
      run("apt-get", "install", "-y", "--no-install-recommends", HEADLESS_SHELL, "fonts-liberation");
    const path = installed ? findBrowser() : undefined;
    if (path) return path;
  }
  const cli = join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
  return run(process.execPath, cli, "install", "chromium") ? findBrowser() : undefined;
}

function run(command: string, ...args: string[]): boolean {
  console.log(`No browser found; trying ${[command, ...args].join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Its output goes to stderr, which no reporter parses.
  return spawnSync(command, args, { stdio: ["ignore", 2, 2], timeout: INSTALL_LIMIT_MS, env }).status === 0;
}

/** Chromium's own sandbox cannot work for root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
