import { CopyButton } from "../buttons/copy-button.tsx";
import "./code-ticket.css";
import { GroupedCode } from "./grouped-code.tsx";

type CodeTicketProps = {
  readonly label: string;
  readonly code: string;
  /** The text on the ticket's stub, such as the raffle's name. */
  readonly stub?: string;
  /** For longer text, such as a URL: smaller, and allowed to wrap. */
  readonly isLink?: boolean;
  /** For longer text that is no URL. */
  readonly isText?: boolean;
};

/** A code on a ticket, with a button that copies it. */
export function CodeTicket({ label, code, stub, isLink = false, isText = false }: CodeTicketProps) {
  return (
    <div className="ticket ticket-wide code-ticket">
      <div className="ticket-body">
        <p className="code-ticket-label">{label}</p>
        <p className={isLink || isText ? "code-ticket-link" : "ticket-code"}>
          {isLink ? <a href={code}>{code}</a> : isText ? code : <GroupedCode code={code} />}
        </p>
        {stub && <p className="code-ticket-stub">{stub}</p>}
      </div>
      <div className="ticket-stub">
        <CopyButton label={label} text={code} />
      </div>
    </div>
  );
}

type CheckQrProps = {
  /** As the server says it; `open` where it is needed now. Null where the shop has nothing to check. */
  readonly qr: {
    readonly summary: string;
    readonly hint: string;
    readonly open: boolean;
    readonly path: string;
  } | null;
  readonly entryCode: string;
};

/** The QR code by which a phone of the shop opens the entry, to confirm what its entrant did. */
export function CheckQr({ qr, entryCode }: CheckQrProps) {
  return (
    qr && (
      <details className="check-qr" open={qr.open}>
        <summary>{qr.summary}</summary>
        <p>{qr.hint}</p>
        <img src={`${qr.path}${entryCode}/qr.svg`} alt={qr.summary} />
      </details>
    )
  );
}
