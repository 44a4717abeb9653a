import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort, startSite } from "../../../tests/support/site.ts";

const PROJECT = join(import.meta.dirname, "../../..");
/** Nobody listens on it, and no request leaves this machine. */
const NOWHERE = "http://127.0.0.1:1";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-doctor-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Asks the doctor; returns the exit code, what he said, and the topics of problems. */
async function askDoctor(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["src/cli/tambiolo.ts", "doctor"], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BEACON_URLS: NOWHERE, PORT: String(await freePort()), ...env },
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const topics = [...stdout.matchAll(/^problem +(\w+)/gm)].map(([, topic]) => topic);
  return { code, said: stdout + stderr, topics };
}

test("the doctor finds what is wrong with a running and a stopped site, changes nothing and tells no password", async () => {
  expect(await askDoctor({})).toMatchObject({ code: 1, topics: ["Database"] });
  expect(await readdir(dataDir)).toEqual([]);

  const site = await startSite({ dataDir });
  try {
    const beside = await askDoctor({ PORT: String(site.port) });
    expect(beside).toMatchObject({ code: 0, topics: [] });
    expect(beside.said).toMatch(/^ok +Site +The site answers, and reaches its database/m);
    expect(beside.said).toMatch(/^ok +Database +The database is up to date/m);
  } finally {
    await site.stop();
  }

  await chmod(join(dataDir, "secret"), 0o644);
  const stopped = await askDoctor({
    TRUSTPROXY: "1",
    BACKUP_DIR: "/proc/backups",
    ORIGIN: "https://raffles.suki.ph",
    SMTP_URL: "smtp://somebody:hunter2@127.0.0.1:1",
    MAIL_FROM: "raffles@suki.ph",
  });
  expect(stopped).toMatchObject({ code: 1, topics: ["Disk", "Secret", "Proxy", "Mail"] });
  expect(stopped.said).toMatch(/^warning +Site +No site answers/m);
  expect(stopped.said).toContain("4 problems, ");
  expect(stopped.said).toMatch(/^warning +Settings +TRUSTPROXY is no setting: .+ TRUST_PROXY\?$/m);
  expect(stopped.said).toMatch(/^problem +Disk +You may not write \/proc \(BACKUP_DIR\)/m);
  expect(stopped.said).not.toMatch(/hunter2|somebody|raffles@/);
});
