import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** Asks below the email field whether another address was meant. Its script comes once one was typed. */
export function EmailTypo({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation("entries");
  const place = useRef<HTMLDivElement>(null);
  const [likely, setLikely] = useState<string | null>(null);

  useEffect(() => {
    const email = emailBeside(place.current);
    if (!email) return;
    const leaving = new AbortController();
    const look = async () => {
      const script = email.value.includes("@") && (await import("#src/contact/email-typo.ts").catch(() => null));
      if (!leaving.signal.aborted) setLikely(script ? script.likelyEmail(email.value) : null);
    };
    void look();
    email.addEventListener("change", look, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  function take(address: string): void {
    const email = emailBeside(place.current);
    if (!email) return;
    email.value = address;
    email.dispatchEvent(new Event("input", { bubbles: true }));
    email.focus();
    setLikely(null);
  }

  return (
    <div ref={place} className={likely ? "stack-1" : undefined}>
      {children}
      <div role="status">
        {likely && (
          <p className="actions">
            {t("form.emailTypo", { service: likely.slice(likely.lastIndexOf("@") + 1) })}
            <button type="button" className="button" onClick={() => take(likely)}>
              {t("form.emailTypoTake")}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function emailBeside(place: HTMLElement | null): HTMLInputElement | null {
  const field = place?.closest("form")?.elements.namedItem("email");
  return field instanceof HTMLInputElement ? field : null;
}
