import { readTypedMail } from "#src/entries/typed/read.ts";
import { mostInMailing, type TypedMail } from "#src/entries/typed/rules.ts";
import type { Site } from "#src/http/site.ts";

/** Who is mailed among people whose address an organiser types, as the desk says it before they are typed. */
export type TypedMailView = { readonly who: TypedMail | "off"; readonly most: number };

/** Reads that for a raffle. On a site without a mail server nobody is mailed. */
export async function typedMailView({ config, db }: Site, raffleId: string): Promise<TypedMailView> {
  if (!config.smtp) return { who: "off", most: 0 };
  const { typedMail } = await readTypedMail(db, raffleId);
  return { who: typedMail, most: mostInMailing(typedMail) };
}
