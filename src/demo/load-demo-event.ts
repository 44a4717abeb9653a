import { v5 } from "uuid";
import { hashAccessCode } from "#src/access/codes/access-code.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { reviveCodes } from "#src/db/used-codes.ts";
import type { OwnAddress } from "#src/events/rules.ts";
import { eventInput } from "#src/events/schema.ts";
import type { DemoSite } from "./demo-raffle.ts";
import { DEMO_NAMESPACE } from "./load-demo.ts";

/** The result of loading the event of the demonstration data. */
export type LoadedEvent = {
  readonly code: string;
  readonly title: string;
  readonly raffleIdentifier: string;
  /** Null if the data's access code does not open the event, for example after a change of the site's secret. */
  readonly accessCode: string | null;
  readonly added: boolean;
};

/** The specification names one raffle identifier that leads to this event's code. */
const EVENT = {
  code: "5GQXVC",
  accessCode: "GABI",
  title: "Fiesta Bingo Night",
  src: "https://example.com/fiesta-bingo/register",
  srcDraw: "https://example.com/fiesta-bingo/draw",
  srcCreateVoucherLink: "https://example.com/fiesta-bingo/vouchers/new",
  srcCreateVoucherValidateLink: "",
  raffleIdentifier: "FIESTA",
};

/** Adds the event, unless the site has one with its code or raffle identifier; an existing event stays unchanged. */
export async function loadDemoEvent(site: DemoSite, own: OwnAddress): Promise<LoadedEvent> {
  const { code, accessCode, ...input } = EVENT;
  const id = v5(`event/${code}`, DEMO_NAMESPACE);
  const accessCodeHash = hashAccessCode(site.secret, id, accessCode);
  const now = site.clock();
  const inserted = await inTransaction(site.db, async (tx) => {
    await reviveCodes(tx, [code, input.raffleIdentifier]);
    return tx
      .insertInto("events")
      .values({ ...eventInput(own).parse(input), id, code, accessCodeHash, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
  });
  const stored = await site.db.selectFrom("events").select("accessCodeHash").where("id", "=", id).executeTakeFirst();
  return {
    code,
    title: input.title,
    raffleIdentifier: input.raffleIdentifier,
    accessCode: stored?.accessCodeHash.equals(accessCodeHash) ? accessCode : null,
    added: inserted.numInsertedOrUpdatedRows === 1n,
  };
}
