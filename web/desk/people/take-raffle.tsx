import { useTranslation } from "react-i18next";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

type TakeRaffleProps = { readonly result: { readonly raffle: string; readonly refusal: RefusalView } | null };

/** Takes a raffle that was made without an account into one, by its two codes. */
export function TakeRaffle({ result }: TakeRaffleProps) {
  const { t } = useTranslation(["team", "raffles", "desk"]);
  return (
    <>
      <PageHeading title={t("take.heading")} lead={t("take.lead")} />
      <RefusableForm draft="take-raffle" heading={t("people.failed")} refusal={result?.refusal}>
        <div className="form-section">
          <TextField
            name="raffle"
            label={t("created.raffleCode", { ns: "raffles" })}
            maxLength={20}
            defaultValue={result?.raffle ?? ""}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <AccessCodeInput label={t("access.label", { ns: "desk" })} />
          <Submit label={t("take.submit")} look="primary" />
        </div>
      </RefusableForm>
    </>
  );
}
