import { describe, expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { eraseExpiredEntries } from "#src/entries/retention/retention.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { retentionView } from "./retention-view.ts";

const api = await openTestApi();
const { db, pool } = api.database;

describe("what the desk says about how long entries are kept", () => {
  it("is until when; then when and how many were erased; and both where the dates were moved on", async () => {
    const { id, codeId, accessCode } = await api.createRaffle();
    const proof = await proveOrganiser(
      { ...api.site, reader: db, address: "192.0.2.1" },
      { raffle: codeId, accessCode },
    );
    if (!proof.ok) throw new Error("The code is right.");
    // Changed before the week in which an organiser may still notice a mistake.
    const draw = (at: string) =>
      pool.query(
        "update raffles set due_date = $2, draw_date = $2, updated_at = now() - interval '8 days' where id = $1",
        [id, at],
      );
    const shown = async () => {
      const raffle = await findRaffle(db, id);
      if (!raffle) throw new Error("The raffle is there.");
      return retentionView(api.site, proof.value, raffle);
    };
    await api.enter({ id });
    await draw("2031-03-01T04:00:00Z");
    expect(await shown()).toEqual({ until: new Date("2031-05-30T04:00:00Z"), erased: null });
    await draw(new Date(Date.now() - 91 * 86_400_000).toISOString());
    await eraseExpiredEntries(api.site);
    expect(await shown()).toEqual({ until: null, erased: { at: expect.any(Date), entries: 1 } });
    await draw("2031-03-01T04:00:00Z");
    expect(await shown()).toEqual({
      until: new Date("2031-05-30T04:00:00Z"),
      erased: { at: expect.any(Date), entries: 1 },
    });
  });
});
