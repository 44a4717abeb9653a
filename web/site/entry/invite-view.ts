import type { EntrantScope } from "#src/access/scope.ts";
import { countOwnInvited } from "#src/earning/invite/read.ts";
import { inviteLink, inviteToken } from "#src/entries/invited-by.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { InviteView } from "./invite-part.tsx";

/** An entrant's link that invites others, and how many came by it; null where it earns nothing. */
export async function inviteView(
  { db, secret, config }: Pick<Site, "db" | "secret" | "config">,
  raffle: PublicRaffle,
  { entryId }: Pick<EntrantScope, "entryId">,
  language: Language,
): Promise<InviteView | null> {
  const rules = raffle.rules.filter(({ proof }) => proof === "invite");
  if (rules.length === 0 || !raffle.open) return null;
  const say = (key: KeyUnder<"pages", "invite">, params: Record<string, string | number> = {}) =>
    translate(language, { key: `pages:invite.${key}`, params });
  const { joined, ...counts } = await countOwnInvited(db, raffle, entryId);
  const states = [
    joined > 0 && say("joined", { count: joined }),
    counts.counted > 0 && say("counted", { count: counts.counted }),
    counts.waiting > 0 && say("waiting", { count: counts.waiting }),
  ];
  const most = Math.max(...rules.map(({ maxTimes }) => maxTimes));
  return {
    title: say("heading"),
    hint: [say("hint", { count: most }), ...states].filter((text) => text !== false).join(" "),
    link: inviteLink(config.origin, raffle.codeId, inviteToken(secret, { raffleId: raffle.id, entryId })),
    copy: say("copy"),
    copied: say("copied"),
  };
}
