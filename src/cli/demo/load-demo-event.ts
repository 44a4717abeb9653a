import { v5 } from "uuid";
import { hashAccessCode } from "#src/access/access-code.ts";
import type { OwnAddress } from "#src/events/rules.ts";
import { eventInput } from "#src/events/schema.ts";
import { DEMO_NAMESPACE, type DemoSite } from "./load-demo.ts";

/** What became of the event of the demonstration data. */
export type LoadedEvent = {
  readonly code: string;
  readonly title: string;
  readonly raffleIdentifier: string;
  /** Null where the code that this data has does not open the event, as after a change of the site's secret. */
  readonly accessCode: string | null;
  readonly added: boolean;
};

/** The specification has one identifier of a raffle that leads to this event's code. */
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

/** Adds the event where the site has none by its code or its raffle identifier; one that is there is left alone. */
export async function loadDemoEvent(site: DemoSite, own: OwnAddress): Promise<LoadedEvent> {
  const { code, accessCode, ...input } = EVENT;
  const id = v5(`event/${code}`, DEMO_NAMESPACE);
  const accessCodeHash = hashAccessCode(site.secret, id, accessCode);
  const now = site.clock();
  const inserted = await site.db
    .insertInto("events")
    .values({ ...eventInput(own).parse(input), id, code, accessCodeHash, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const stored = await site.db.selectFrom("events").select("accessCodeHash").where("id", "=", id).executeTakeFirst();
  return {
    code,
    title: input.title,
    raffleIdentifier: input.raffleIdentifier,
    accessCode: stored?.accessCodeHash.equals(accessCodeHash) ? accessCode : null,
    added: inserted.numInsertedOrUpdatedRows === 1n,
  };
}
