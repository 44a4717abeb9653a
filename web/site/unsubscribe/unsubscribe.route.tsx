import { useTranslation } from "react-i18next";
import { accept } from "#src/base/outcome.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { allowMail, readStop, stopMail } from "#src/mail/mail-stops.ts";
import { allowNews, readRefusal, refuseNews } from "#src/news/refusals.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/unsubscribe.route.ts";

export const handle = { forms: true };

/** A GET request changes nothing: programs that scan mailboxes open every link. */
export const loader = siteLoader(
  "pages:unsubscribe.description",
  async ({ request, params, site, meta }) => {
    const all = stopsAll(request);
    const keys = mailKeys(site.secret);
    const refusal = await (all ? readStop : readRefusal)({ db: site.db, keys }, params.token ?? "");
    return {
      all,
      isKnown: refusal !== null,
      stoppedAt: refusal?.at ?? null,
      productName: site.config.productName,
      meta: { ...meta, listed: false },
    };
  },
  ({ isKnown }) => (isKnown ? 200 : 404),
);

/**
 * Stops mail when the person presses the button, or when the mailbox's server asks. RFC 8058: that server posts
 * `List-Unsubscribe=One-Click`, without a cookie and without following redirects.
 */
export const action = siteAction({
  read: () => null,
  change: async ({ site, params, request, form, intent }) => {
    const deps = { db: site.db, keys: mailKeys(site.secret) };
    const { token = "" } = params;
    const all = stopsAll(request);
    const stops = formText(form, "List-Unsubscribe") === "One-Click" || intent === "stop";
    if (stops) await (all ? stopMail : refuseNews)(deps, token);
    if (intent === "again") await (all ? allowMail : allowNews)(deps, token);
    return accept(stops ? ("stop" as const) : intent === "again" ? ("again" as const) : null);
  },
});

/** Whether a link comes from a receipt. Such a link stops all mail that other people can trigger, and not only news. */
function stopsAll(request: Request): boolean {
  return new URL(request.url).searchParams.has("all");
}

/** The page behind the link of a mail. One button stops such mail, another allows it again. */
export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { all, isKnown, stoppedAt, productName } = loaderData;
  const done = actionData?.done ?? null;
  const { t } = useTranslation("pages");
  const timestamp = useTimestamps();
  const heading = t(all ? "unsubscribe.allHeading" : "unsubscribe.heading");
  if (!isKnown) {
    return (
      <>
        <PageHeading title={heading} lead={t("unsubscribe.unknown")} />
        <WaysOn />
      </>
    );
  }
  return (
    <>
      <PageHeading title={heading} />
      {done === "stop" && (
        <Notice kind="success">{t(all ? "unsubscribe.allDone" : "unsubscribe.done", { productName })}</Notice>
      )}
      {done === "again" && <Notice kind="success">{t(all ? "unsubscribe.allBack" : "unsubscribe.back")}</Notice>}
      {done === null && stoppedAt && (
        <Notice kind="info">{t(all ? "unsubscribe.allStopped" : "unsubscribe.stopped", timestamp(stoppedAt))}</Notice>
      )}
      {done !== "stop" && (
        <p className="lead">{t(all ? "unsubscribe.allLead" : "unsubscribe.lead", { productName })}</p>
      )}
      <form method="post" className="actions">
        {done !== "stop" && (
          <Submit label={t(all ? "unsubscribe.allStop" : "unsubscribe.stop")} look="primary" intent="stop" />
        )}
        {stoppedAt && <Submit label={t(all ? "unsubscribe.allAgain" : "unsubscribe.again")} intent="again" />}
      </form>
      <p className="hint">{t(all ? "unsubscribe.allRest" : "unsubscribe.rest")}</p>
      <WaysOn />
    </>
  );
}

/** Where somebody goes from here: to their entries, in this browser or by their code, or home. */
function WaysOn() {
  const { t } = useTranslation("pages");
  return (
    <>
      <p>{t("unsubscribe.ways")}</p>
      <div className="actions">
        <ButtonLink label={t("tickets.heading")} href="/my-tickets" />
        <ButtonLink label={t("tickets.find")} href="/raffle-list" />
        <ButtonLink label={t("unsubscribe.home")} look="quiet" href="/" />
      </div>
    </>
  );
}
