import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import type { RefusedSlipView } from "./offline-view.ts";
import "../../ui/card-list/card-list.css";

type RefusedSlipsProps = { readonly slips: readonly RefusedSlipView[]; readonly form: string };

/** The slips of phones that were refused, until staff correct or dismiss them. */
export function RefusedSlips({ slips, form }: RefusedSlipsProps) {
  const { t } = useTranslation("claims");
  if (slips.length === 0) return null;
  return (
    <FormSection title={t("slips.refused.heading")} anchor="refused-slips" hint={t("slips.refused.lead")}>
      <ul className="card-list">
        {slips.map((slip) => (
          <li key={slip.id}>
            <SlipName slip={slip} />
            <p>{t(`slips.outcome.${slip.why}`)}</p>
            {slip.isReadable && (
              <p className="actions">
                <ButtonLink
                  label={t("slips.refused.open")}
                  about={t("slips.refused.slip", { number: slip.number })}
                  href={`${form}?slip=${slip.id}`}
                />
              </p>
            )}
            <AskedButton
              summary={t("slips.refused.dismiss")}
              ask={t("slips.refused.dismissAsk")}
              yes={t("slips.refused.dismissYes")}
              labels={{
                summary: t("slips.refused.dismissOf", { number: slip.number }),
                yes: t("slips.refused.dismissYesOf", { number: slip.number }),
              }}
              intent="dismiss"
              fields={{ slip: slip.id }}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function SlipName({ slip: { number, initial, typedAt } }: { readonly slip: RefusedSlipView }) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  return (
    <>
      <h3>{[t("slips.refused.slip", { number }), initial && `${initial}.`].filter(Boolean).join(" · ")}</h3>
      <p className="hint">{t("slips.refused.typed", timestamp(typedAt))}</p>
    </>
  );
}
