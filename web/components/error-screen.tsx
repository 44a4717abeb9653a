import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useLocation } from "react-router";
import { NotFoundScreen } from "./not-found/not-found-screen.tsx";
import { RecordNotFound } from "./not-found/record-not-found.tsx";

/** What a page shows instead of itself: a record or an address that does not exist, or a failure of ours. */
export function ErrorScreen({ productName, error }: { readonly productName: string; readonly error: unknown }) {
  const { t } = useTranslation("site");
  const { pathname } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const message = messageOf(error.data);
    return message ? <RecordNotFound productName={productName} message={message} /> : <NotFoundScreen />;
  }
  const answer = isRouteErrorResponse(error) ? error : null;
  const message = answer ? messageOf(answer.data) : null;
  return (
    <section className="empty">
      <h1>{t(message ? refusalHeading(answer?.status) : "error.heading")}</h1>
      <p>{message ?? t(failureOf(pathname))}</p>
      {answer && <p className="empty-code">{answer.status}</p>}
      <p>
        <a href="/">{t("error.home")}</a>
      </p>
    </section>
  );
}

/** A refusal that says why is no error of ours. */
function refusalHeading(status: number | undefined): string {
  return status === 429 ? "error.wait" : "error.refused";
}

/** What could not be loaded, by the page that failed. */
function failureOf(pathname: string): string {
  const [, page, , entryCode] = pathname.split("/");
  if (page === "raffle-entry" && entryCode) return "error.entry";
  if (page === "edit-event") return "error.event";
  if (page === "raffle" || page === "raffle-entry") return "error.raffle";
  return page === "search-entry" ? "error.search" : "error.text";
}

function messageOf(data: unknown): string | null {
  const message = (data as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : null;
}
