import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";

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
            <ButtonLink label={t("howItWorks.host.createLink")} look="primary" href="/create-raffle" />
          </div>
        </article>
        <article className="ticket">
          <div className="ticket-body">
            <h3>{t("howItWorks.host.partnerTitle")}</h3>
            <p>{operatorEmail ? t("howItWorks.host.partner") : t("howItWorks.host.partnerNoEmail")}</p>
          </div>
          {operatorEmail && (
            <div className="ticket-stub">
              <ButtonLink
                label={t("howItWorks.host.partnerLink", { email: operatorEmail })}
                look="secondary"
                href={`mailto:${operatorEmail}`}
              />
            </div>
          )}
        </article>
      </div>
    </section>
  );
}
