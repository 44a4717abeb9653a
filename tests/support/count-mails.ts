import type { Reader } from "#src/db/connect.ts";
import type { MailState } from "#src/mail/schema.ts";

/** The number of mails in each state that has some. Unlike pages and metrics it also counts those that were sent. */
export async function countMails(reader: Reader): Promise<Partial<Record<MailState, number>>> {
  const rows = await reader
    .selectFrom("mails")
    .select(["state", ({ fn }) => fn.countAll<number>().as("mails")])
    .groupBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}
