import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { OWNER } from "#src/access/organiser.ts";
import { adoptRaffle } from "#src/access/team/members.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { AccessCodeInput, RaffleCodeInput } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/take-raffle.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("team:take.description", () => ({}));

export const action = accountAction({
  read: (form) => ({ raffle: typedCode(formText(form, "raffle")) }),
  change: async (sent) => {
    const { deps, scope, form, typed } = sent;
    const proof = await proveOnPage(sent, { raffle: typed.raffle, accessCode: formText(form, "accessCode") });
    const taken = proof.ok ? await adoptRaffle(deps, proof.value, scope) : proof;
    return taken.ok ? accept(redirectDocument(`/people/${taken.value.codeId}/${OWNER}`, 303)) : taken;
  },
});

/** Takes a raffle that was made without an account into one, by its two codes. */
export default function TakeRaffle({ actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["team", "raffles", "desk"]);
  return (
    <>
      <PageHeading title={t("take.heading")} lead={t("take.lead")} />
      <RefusableForm draft="take-raffle" heading={t("people.failed")} refusal={result?.refusal}>
        <div className="form-section">
          <RaffleCodeInput label={t("created.raffleCode", { ns: "raffles" })} typed={result?.typed.raffle} />
          <AccessCodeInput label={t("access.label", { ns: "desk" })} />
          <Submit label={t("take.submit")} look="primary" />
        </div>
      </RefusableForm>
    </>
  );
}
