import { useTranslation } from "react-i18next";

/** The two ways to host: alone, or as an official partner of the operator. */
export function HostSection({ operatorEmail }: { readonly operatorEmail: string | null }) {
  const { t } = useTranslation("pages");
  return (
    <section className="how-section" aria-labelledby="host">
      <h2 id="host">{t("howItWorks.host.heading")}</h2>
      <div className="host-ways">
        <article className="ticket">
          <div className="ticket-body">
            <h3>{t("howItWorks.host.createTitle")}</h3>
            <p>{t("howItWorks.host.create")}</p>
          </div>
          <div className="ticket-stub">
            <a className="button button-primary" href="/create-raffle">
              {t("howItWorks.host.createLink")}
            </a>
          </div>
        </article>
        <article className="ticket">
          <div className="ticket-body">
            <h3>{t("howItWorks.host.partnerTitle")}</h3>
            <p>{operatorEmail ? t("howItWorks.host.partner") : t("howItWorks.host.partnerNoEmail")}</p>
          </div>
          {operatorEmail && (
            <div className="ticket-stub">
              <a className="button button-secondary" href={`mailto:${operatorEmail}`}>
                {t("howItWorks.host.partnerLink", { email: operatorEmail })}
              </a>
            </div>
          )}
        </article>
      </div>
    </section>
  );
}
