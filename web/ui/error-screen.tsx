import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useLocation } from "react-router";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { challengeOf } from "../requests/refusals/challenge-view.ts";
import type { WayBack } from "../requests/refusals/refusal-page.ts";
import { ButtonLink, Submit } from "./buttons/buttons.tsx";
import { ChallengeScreen } from "./challenge-screen/challenge-screen.tsx";
import { NotFoundScreen } from "./not-found/not-found-screen.tsx";
import { RecordNotFound } from "./not-found/record-not-found.tsx";

/** Replaces a page that failed: an unknown record or URL, or an error of the site. */
export function ErrorScreen({ productName, error }: { readonly productName: string; readonly error: unknown }) {
  const { t } = useTranslation("site");
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const message = messageOf(error.data);
    if (!message) return <NotFoundScreen />;
    const ended = (error.data as { ended?: boolean }).ended === true;
    return <RecordNotFound productName={productName} message={message} ended={ended} />;
  }
  const challenge = challengeOf(error);
  if (challenge) return <ChallengeScreen view={challenge} />;
  const answer = isRouteErrorResponse(error) ? error : null;
  const message = answer ? messageOf(answer.data) : null;
  const { retry, back } = (answer?.data ?? {}) as { retry?: string; back?: WayBack };
  return (
    <section className="empty">
      <h1>{t(message ? refusalHeading(answer?.status) : "error.stopped")}</h1>
      <p>{message ?? t(failureOf(pathname))}</p>
      {/* Only a browser that runs our scripts has stored the typed text, so only there the page says so. */}
      {!message && typeof document !== "undefined" && <p>{t("error.restored")}</p>}
      {retry && (
        // Plain elements: the fields of forms would come to every page along with this screen.
        <form method="post" action={retry} className="actions">
          <label>
            {t("access.label", { ns: "desk" })}{" "}
            <input className="input" name="accessCode" maxLength={20} autoComplete="off" />
          </label>
          <Submit label={t("open.submit", { ns: "desk" })} look="primary" />
          <p className="hint">
            <a href={retry}>{t("open.lost", { ns: "desk" })}</a>
          </p>
        </form>
      )}
      <div className="actions">
        {back ? (
          <ButtonLink label={back.label} look="primary" href={back.href} />
        ) : (
          !retry && <ButtonLink label={t("error.again")} look="primary" href={pathname + search} />
        )}
        <ButtonLink label={t("error.home")} href="/" />
      </div>
      {message ? (
        !retry && <p className="empty-code">{answer?.status}</p>
      ) : (
        <h2 className="hint">
          {t("error.heading")} {answer?.status ?? 500}
        </h2>
      )}
    </section>
  );
}

/** A refusal with a reason is no error of the site. */
function refusalHeading(status: number | undefined): KeyOf<"site"> {
  return status === 429 || status === 503 ? "error.wait" : "error.refused";
}

/** Names what could not be loaded, by the page that failed. */
function failureOf(pathname: string): KeyOf<"site"> {
  const [, page, , entryCode] = pathname.split("/");
  if (page === "raffle-entry" && entryCode) return "error.entry";
  if (page === "edit-event") return "error.event";
  if (page === "edit-raffle") return "error.raffleData";
  if (page === "raffle" || page === "raffle-entry") return "error.raffle";
  return page === "search-entry" ? "error.search" : "error.text";
}

export function messageOf(data: unknown): string | null {
  const message = (data as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : null;
}
