import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createRequestHandler } from "react-router";
import { expect, it } from "vitest";
import { copyProject } from "../../tests/support/project-copy.ts";
import { PROJECT } from "./project.ts";
import { buildWhenStale, loadWebBuild } from "./web-build.ts";

/** The page that checks draws offline, as the sources in a folder make it. */
async function offlinePageOf(root: string): Promise<string> {
  const { signal } = new AbortController();
  const built = await buildWhenStale({ root, env: process.env, signal, onNews: () => undefined });
  if (!built.ok) throw new Error(built.refusal);
  const { serverBuild } = await loadWebBuild(join(root, "build"));
  const answer = await createRequestHandler(serverBuild)(new Request("http://localhost/verify-offline.html"));
  expect(answer.status).toBe(200);
  return answer.text();
}

it("the same sources make the same offline page, wherever and whenever they are built", async () => {
  const copy = await copyProject();
  try {
    const page = await offlinePageOf(copy);
    expect(page).toContain("data-worker-text");
    expect(page).not.toContain(copy);
    expect(page).toBe(await offlinePageOf(PROJECT));
  } finally {
    await rm(copy, { recursive: true });
  }
});
