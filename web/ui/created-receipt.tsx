import { type ReactNode, useEffect, useRef } from "react";
import { useAnswerFocus } from "../page/use-answer-focus.ts";
import { ButtonLink, ScriptButton } from "./buttons/buttons.tsx";
import { CodeTicket } from "./code-ticket/code-ticket.tsx";
import { Notice } from "./page-parts.tsx";
import { QrFigure } from "./qr-code/qr-figure.tsx";

type Labelled = { readonly label: string; readonly code: string };
type Way = { readonly label: string; readonly href: string };

export type CreatedReceiptProps = {
  readonly success: string;
  readonly title: string;
  readonly lead: string;
  readonly codes: readonly Labelled[];
  readonly links: readonly Labelled[];
  /** The first link's QR code as SVG, generated on the server. */
  readonly qrCode: { readonly svg: string; readonly alt: string; readonly hint: string };
  /** What to do before leaving the page, because only this page shows the codes. */
  readonly keep: string;
  readonly mail?: ReactNode;
  /** When the site deletes it by itself, if it does. */
  readonly ends?: string;
  readonly open: Way;
  readonly print: string;
  readonly further: readonly Way[];
};

/** The codes that the organiser must store. Shown once, because the database holds only a hash of the access code. */
export function CreatedReceipt({ codes, links, qrCode, open, further, ...texts }: CreatedReceiptProps) {
  const focus = useAnswerFocus<HTMLHeadingElement>(true);
  const asks = useAskBeforeLeaving(codes.at(-1)?.code ?? "");
  return (
    <section ref={asks} className="receipt" aria-labelledby="created-heading">
      <Notice kind="success">{texts.success}</Notice>
      <h1 id="created-heading" {...focus}>
        {texts.title}
      </h1>
      <p>{texts.lead}</p>
      <div className="stack-3">
        {codes.map(({ label, code }) => (
          <CodeTicket key={label} label={label} code={code} />
        ))}
      </div>
      <Notice kind="info">{texts.keep}</Notice>
      {texts.mail}
      {links.map(({ label, code }) => (
        <CodeTicket key={label} label={label} code={code} isLink />
      ))}
      <QrFigure svg={qrCode.svg} alt={qrCode.alt} caption={qrCode.hint} />
      {texts.ends && <p className="hint">{texts.ends}</p>}
      <div className="actions">
        <ButtonLink label={open.label} look="primary" href={open.href} />
        <ScriptButton label={texts.print} data-print />
        {further.map(({ label, href }) => (
          <ButtonLink key={href} label={label} href={href} />
        ))}
      </div>
    </section>
  );
}

/**
 * Asks for confirmation before the browser leaves or reloads the page, since the codes cannot be shown again. Stops
 * once the organiser copied, printed or followed them to the desk.
 *
 * @param secret the code that nobody can look up later
 */
function useAskBeforeLeaving(secret: string) {
  const receipt = useRef<HTMLElement>(null);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const trust = () => removeEventListener("beforeunload", ask);
    const follow = ({ target }: Event) => {
      const pressed = target instanceof Element ? target.closest("button, a") : null;
      if (pressed?.matches("button") || pressed?.getAttribute("href")?.includes(secret)) trust();
    };
    const section = receipt.current;
    addEventListener("beforeunload", ask);
    section?.addEventListener("click", follow);
    addEventListener("beforeprint", trust);
    return () => {
      trust();
      section?.removeEventListener("click", follow);
      removeEventListener("beforeprint", trust);
    };
  }, [secret]);
  return receipt;
}
