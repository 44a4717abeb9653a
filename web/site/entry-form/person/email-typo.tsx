import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** Asks below the field whether another address was meant. Its script comes once one was typed. */
export function EmailTypo() {
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
    <div role="status" ref={place}>
      {likely && (
        <p>
          {t("form.emailTypo", { email: likely })}{" "}
          <button type="button" className="button button-quiet" onClick={() => take(likely)}>
            {t("form.emailTypoTake")}
          </button>
        </p>
      )}
    </div>
  );
}

function emailBeside(place: HTMLElement | null): HTMLInputElement | null {
  const field = place?.closest("form")?.elements.namedItem("email");
  return field instanceof HTMLInputElement ? field : null;
}
