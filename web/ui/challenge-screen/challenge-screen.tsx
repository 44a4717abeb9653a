import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { ChallengeView } from "../../requests/refusals/challenge-view.ts";
import { Submit } from "../buttons/buttons.tsx";
import { Notice } from "../page-parts.tsx";

/** Lifetime of the cookie in seconds: enough to reload the page with it. */
const SOLUTION_SECONDS = 120;

/**
 * Replaces a page that costs a puzzle. The browser solves the puzzle and continues by itself, with everything that was
 * typed. Without scripts the screen says how long to wait.
 */
export function ChallengeScreen({ view }: { readonly view: ChallengeView }) {
  const { t } = useTranslation("site");
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState(0);
  const [state, setState] = useState<"solving" | "failed" | "waiting">(view.again ? "waiting" : "solving");
  const { challenge, typed, seconds, contact } = view;

  useEffect(() => {
    if (state !== "solving") return;
    const leaving = new AbortController();
    const solve = async () => {
      if (!navigator.cookieEnabled) throw new Error("The solution cannot be sent.");
      const { solvePuzzle } = await import("../../robot-puzzle/solve-puzzle.ts");
      const { altcha } = await solvePuzzle(challenge, { signal: leaving.signal, onProgress: setProgress });
      if (leaving.signal.aborted) return;
      const secure = location.protocol === "https:" ? "; Secure" : "";
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
      document.cookie = `altcha=${altcha}; Path=/; Max-Age=${SOLUTION_SECONDS}; SameSite=Strict${secure}`;
      if (typed) form.current?.submit();
      else location.reload();
    };
    solve().catch(() => {
      if (!leaving.signal.aborted) setState("failed");
    });
    return () => leaving.abort();
  }, [state, challenge, typed]);

  return (
    <section className="empty" data-challenge="">
      <h1>{t("challenge.heading")}</h1>
      <div role="status">
        {state === "solving" && (
          <div className="needs-script">
            <p>{t("challenge.solving")}</p>
            <progress value={progress} aria-label={t("challenge.progress")} />
          </div>
        )}
        {state === "failed" && <Notice kind="error">{t("challenge.failed", { seconds })}</Notice>}
        {state === "waiting" && <p>{t("challenge.again")}</p>}
      </div>
      <noscript>
        <p>{t("challenge.noScripts", { seconds })}</p>
      </noscript>
      <form ref={form} method={typed ? "post" : "get"} action={pathname + search} className="actions">
        {typed?.map(({ at, name, value }) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        {state === "solving" ? (
          <noscript>
            <Submit label={t("challenge.tryAgain")} look="primary" />
          </noscript>
        ) : (
          <button
            type="submit"
            className="button button-primary"
            onClick={(event) => {
              if (!navigator.cookieEnabled) return;
              event.preventDefault();
              setProgress(0);
              setState("solving");
            }}
          >
            {t("challenge.tryAgain")}
          </button>
        )}
      </form>
      {contact &&
        (state === "failed" ? (
          <ByContact {...contact} />
        ) : (
          <noscript>
            <ByContact {...contact} />
          </noscript>
        ))}
    </section>
  );
}

/** Opens an entry by its phone or e-mail where no puzzle can be solved. Plain elements, as in ErrorScreen. */
function ByContact({ path, wrong }: NonNullable<ChallengeView["contact"]>) {
  const { t } = useTranslation("site");
  return (
    <form method="post" action={path} className="actions">
      {wrong && <Notice kind="error">{t("challenge.contactWrong")}</Notice>}
      <label>
        {t("challenge.contact")} <input className="input" name="contact" maxLength={254} required />
      </label>
      <Submit label={t("challenge.openByContact")} intent="show" />
    </form>
  );
}
