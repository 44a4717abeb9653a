import type { TestProject } from "vitest/node";
import { startTestServer } from "./test-server.ts";

/** Vitest runs this once before all test files: one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide("testServer", server);
  return stop;
}
