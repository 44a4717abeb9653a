import { useTranslation } from "react-i18next";
import { Checkbox } from "../../forms/checkbox.tsx";
import { VersionField } from "../../forms/version-field.tsx";
import { DeleteRaffle, type Deletion } from "../../ui/buttons/delete-raffle.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RaffleForm } from "../raffle-form/raffle-form.tsx";
import type { RaffleFormValues } from "../raffle-form/read-raffle-form.ts";
import { EditQuestion } from "./edit-question.tsx";
import type { EditRefusalView } from "./find-edited-raffle.ts";
import "./edit-raffle.css";

type EditRaffleProps = {
  readonly raffle: {
    readonly codeId: string;
    readonly name: string;
    readonly version: number;
    readonly logo: string;
    readonly banner: string;
    readonly hasEntries: boolean;
  };
  readonly stored: RaffleFormValues;
  /** Set after an edit was saved; `moved` if its draw date had to move. */
  readonly saved: string | null;
  readonly timeZone: string;
  readonly currency: string;
  readonly result: {
    readonly values: RaffleFormValues;
    readonly version: string;
    readonly refusal: EditRefusalView | null;
  } | null;
  readonly deletion: Deletion;
};

/** The screen on which an organiser changes a raffle. */
export function EditRaffle({ raffle, stored, saved, timeZone, currency, result, deletion }: EditRaffleProps) {
  const { t } = useTranslation("desk");
  const refusal = result?.refusal ?? null;
  const asks = refusal?.conflict || refusal?.removal;
  return (
    <div className="edit-raffle">
      {saved !== null && !result && !deletion && (
        <Notice kind="success">{t(saved === "moved" ? "edit.savedMoved" : "edit.saved")}</Notice>
      )}
      <PageHeading title={t("edit.heading", { name: raffle.name })} lead={t("edit.lead")} />
      {/* Saving gives new rows their ids, so the key resets the form to the stored raffle. */}
      <RaffleForm
        key={raffle.version}
        draft={`edit-raffle:${raffle.codeId}`}
        timeZone={timeZone}
        currency={currency}
        typed={result?.values ?? stored}
        refusal={refusal}
        edit={{
          fields: <VersionField version={result?.version ?? raffle.version} />,
          question: asks && refusal ? <EditQuestion refusal={refusal} /> : null,
          codeId: raffle.codeId,
          banner: raffle.banner,
          logo: raffle.logo,
          bannerField: <Checkbox name="removeBanner" label={t("edit.removeBanner")} />,
        }}
      />
      <FormSection title={t("edit.deleteHeading")} hint={t(raffle.hasEntries ? "admin.hasEntries" : "edit.deleteHint")}>
        <DeleteRaffle raffle={raffle} deletion={deletion} />
      </FormSection>
    </div>
  );
}
