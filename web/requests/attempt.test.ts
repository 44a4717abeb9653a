import { pino } from "pino";
import { data, RouterContextProvider, redirectDocument } from "react-router";
import { describe, expect, it } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { logContext, siteContext } from "#src/http/page-context.ts";
import type { Site } from "#src/http/site.ts";
import { attempt } from "./attempt.ts";

function contextWithLog(): { context: RouterContextProvider; lines: string[] } {
  const lines: string[] = [];
  const context = new RouterContextProvider();
  context.set(logContext, pino({}, { write: (line: string) => lines.push(line) }));
  context.set(siteContext, { presence: { isInDoubt: () => false } } as Site);
  return { context, lines };
}

describe("attempt", () => {
  it("hands on what the work answers", async () => {
    const { context, lines } = contextWithLog();
    expect(await attempt(context, async () => accept(1))).toEqual(accept(1));
    expect(await attempt(context, async () => refuse({ reason: "too-late" }))).toEqual(refuse({ reason: "too-late" }));
    expect(lines).toEqual([]);
  });

  it("lets an answer through that was thrown", async () => {
    const { context, lines } = contextWithLog();
    for (const answer of [redirectDocument("/login"), data({ message: "gone" }, 404)]) {
      await expect(attempt(context, () => Promise.reject(answer))).rejects.toBe(answer);
    }
    expect(lines).toEqual([]);
  });

  it("makes a refusal of a failure, and leaves word of it in the log", async () => {
    const { context, lines } = contextWithLog();
    const outcome = await attempt(context, () => Promise.reject(new Error("the database is away")));
    expect(outcome).toEqual(refuse({ reason: "failed" }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("the database is away");
  });
});
