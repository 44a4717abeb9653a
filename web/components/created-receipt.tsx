import { useEffect, useRef } from "react";
import { CodeTicket } from "./code-ticket/code-ticket.tsx";
import { Notice } from "./notice.tsx";

type Labelled = { readonly label: string; readonly code: string };
type Way = { readonly label: string; readonly href: string };

/** The words and codes of something that was just made. */
export type CreatedReceiptProps = {
  readonly success: string;
  readonly title: string;
  readonly lead: string;
  readonly codes: readonly Labelled[];
  readonly links: readonly Labelled[];
  /** The first link's QR code as SVG, made by us on the server. */
  readonly qrCode: { readonly svg: string; readonly alt: string; readonly hint: string };
  readonly open: Way;
  readonly print: string;
  readonly further: readonly Way[];
};

/** What the organiser must keep: shown once, because the access code is not stored in the clear. */
export function CreatedReceipt({ codes, links, qrCode, open, further, ...texts }: CreatedReceiptProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="receipt" aria-labelledby="created-heading">
      <Notice kind="success">{texts.success}</Notice>
      <h1 id="created-heading" ref={heading} tabIndex={-1}>
        {texts.title}
      </h1>
      <p>{texts.lead}</p>
      <div className="receipt-codes">
        {codes.map(({ label, code }) => (
          <CodeTicket key={label} label={label} code={code} />
        ))}
      </div>
      {links.map(({ label, code }) => (
        <CodeTicket key={label} label={label} code={code} isLink />
      ))}
      <figure className="qr-code">
        <img src={`data:image/svg+xml,${encodeURIComponent(qrCode.svg)}`} alt={qrCode.alt} width="220" height="220" />
        <figcaption>{qrCode.hint}</figcaption>
      </figure>
      <div className="actions">
        <a className="button button-primary" href={open.href}>
          {open.label}
        </a>
        <button type="button" className="button button-secondary needs-script" data-print>
          {texts.print}
        </button>
        {further.map(({ label, href }) => (
          <a key={href} className="button button-secondary" href={href}>
            {label}
          </a>
        ))}
      </div>
    </section>
  );
}
