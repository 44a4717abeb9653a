import { describe, expect, it } from "vitest";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { createEventFrom } from "./create-event.ts";
import { drawShownCode, readShownCode, type ShownCode } from "./shown-code.ts";

const { site } = await openTestApi();
const { secret } = site;

async function create(shown: ShownCode): Promise<string> {
  const created = await createEventFrom({ ...site, address: "192.0.2.1", solution: null }, eventBody(), shown);
  if (!created.ok) throw new Error(created.refusal.reason);
  return created.value.code;
}

describe("the code that the form of a new event shows", () => {
  it("becomes the event's", async () => {
    const shown = drawShownCode(secret);
    expect(shown.code).toMatch(/^[A-Z0-9]{6}$/);
    expect(await create(shown)).toBe(shown.code);
    // Sent twice, only the first event gets the code.
    expect(await create(shown)).toMatch(/^[A-Z0-9]{6}$/);
  });

  it("is never one that somebody chose", async () => {
    const { code, seal } = drawShownCode(secret);
    const elsewhere = drawShownCode(Buffer.alloc(32, 9));
    const chosen = [
      { code: "LOGIN1", seal },
      { code: "GCASH0", seal: "" },
      { code: "LOGIN2", seal: "x".repeat(43) },
      { code: code.toLowerCase(), seal },
      elsewhere,
    ];
    for (const shown of chosen) {
      expect(readShownCode(secret, shown)).toBeNull();
      expect(await create(shown)).not.toBe(shown.code);
    }
  });
});
