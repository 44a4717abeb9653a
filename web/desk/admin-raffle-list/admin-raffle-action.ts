import { type RotationRefusal, rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import { organiseAsAdmin } from "#src/access/organiser.ts";
import type { AdminScope } from "#src/access/scope.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Site } from "#src/http/site.ts";
import { setPublished } from "#src/raffles/lifecycle/publish.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { formText } from "../../requests/form-text.ts";

/** The result of a button that an admin pressed for a raffle. */
export type AdminRaffleDone = {
  readonly codeId: string;
  readonly name: string;
  /** A new access code was requested but not confirmed yet: the current code would stop working. */
  readonly asked: boolean;
  /** Set if it was put on the public list, or taken off. */
  readonly published: boolean | null;
  /** The new access code, shown only this once. */
  readonly accessCode: string | null;
};

/** Runs the action of the button that an admin pressed for a raffle. An unknown button does nothing. */
export async function actOnRaffle(
  site: Site,
  admin: AdminScope,
  form: FormData,
): Promise<Outcome<AdminRaffleDone, RotationRefusal>> {
  const intent = formText(form, "intent");
  const organiser = await organiseAsAdmin(site.db, admin, formText(form, "raffle"));
  if (!organiser.ok) return organiser;
  const raffle = await findRaffle(site.db, organiser.value.raffleId);
  const nothing = {
    codeId: raffle?.codeId ?? "",
    name: raffle?.name ?? "",
    asked: false,
    published: null,
    accessCode: null,
  };
  if (intent === "publish" || intent === "unpublish") {
    const published = intent === "publish";
    const done = await setPublished(site, organiser.value, published);
    return done.ok ? accept({ ...nothing, published }) : done;
  }
  if (intent !== "reset-confirmed") return accept({ ...nothing, asked: intent === "reset" });
  const renewed = await rotateAccessCode(site, organiser.value);
  return renewed.ok ? accept({ ...nothing, accessCode: renewed.value.accessCode }) : renewed;
}
