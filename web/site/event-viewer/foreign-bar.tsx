import { useTranslation } from "react-i18next";
import { Logo } from "../../theme/logo.tsx";
import type { ForeignPage } from "./framed-event.ts";

/** A bar above another site's page that names that site. Nothing in the frame can cover it. */
export function ForeignBar({ link, host, productName, report }: ForeignPage) {
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
