import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import type { RaffleFormValues } from "../../views/raffle-form.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { type CreatedRaffleView, RaffleCreated } from "./raffle-created.tsx";
import { RaffleForm } from "./raffle-form.tsx";

type CreateRaffleProps = {
  readonly productName: string;
  readonly timeZone: string;
  readonly currency: string;
  /** Why an organiser who wanted to edit a raffle was brought here. */
  readonly turnedAway: Message | null;
  readonly result: {
    readonly created: CreatedRaffleView | null;
    readonly values: RaffleFormValues | null;
    readonly refusal: RefusalView | null;
  } | null;
};

/** The screen on which an organiser makes a raffle, and is then shown its codes. */
export function CreateRaffle({ productName, timeZone, currency, turnedAway, result }: CreateRaffleProps) {
  const { t } = useTranslation("raffles");
  if (result?.created) return <RaffleCreated raffle={result.created} />;
  return (
    <>
      {turnedAway && !result && <Notice kind="error">{t(`messages:${turnedAway.key}`)}</Notice>}
      <PageHeading title={t("create.heading", { productName })} lead={t("create.lead")} />
      <RaffleForm
        timeZone={timeZone}
        currency={currency}
        typed={result?.values ?? null}
        refusal={result?.refusal ?? null}
      />
    </>
  );
}
