import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Logo } from "../../theme/logo.tsx";
import { RecordNotFound } from "../../ui/not-found/record-not-found.tsx";
import type { FramedEvent } from "./framed-event.ts";
import "./event-viewer.css";

type EventFrameProps = {
  readonly page: FramedEvent;
  readonly title: string;
  /** What stands between our bar and the frame. */
  readonly children?: ReactNode;
};

/**
 * Another site's page in a frame, below a bar that nothing in the frame can cover. Its scripts run under its own
 * origin, never ours, and it gets no Referer.
 */
export function EventFrame({ page: { foreign, message, productName }, title, children }: EventFrameProps) {
  if (!foreign) {
    return (
      <div className="page">
        <RecordNotFound productName={productName} message={message} ended={false} />
      </div>
    );
  }
  return (
    <>
      <ForeignBar {...foreign} productName={productName} />
      {children}
      <iframe
        className="event-frame"
        src={foreign.link}
        title={title}
        sandbox="allow-same-origin allow-scripts allow-forms"
        referrerPolicy="no-referrer"
      />
    </>
  );
}

type ForeignBarProps = NonNullable<FramedEvent["foreign"]> & Pick<FramedEvent, "productName">;

/** Names the other site. */
function ForeignBar({ link, host, productName, report }: ForeignBarProps) {
  const { t } = useTranslation("events");
  return (
    <div className="foreign-bar">
      <a className="brand" href="/">
        <Logo size={24} />
        <span>{productName}</span>
      </a>
      <p>{t("viewer.belongs", { host })}</p>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {t("viewer.openOwn")}
      </a>
      {report && <a href={report}>{t("viewer.report")}</a>}
    </div>
  );
}
