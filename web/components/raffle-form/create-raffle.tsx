import { useTranslation } from "react-i18next";
import type { RaffleFormValues } from "../../views/raffle-form.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { PageHeading } from "../page-heading.tsx";
import { type CreatedRaffleView, RaffleCreated } from "./raffle-created.tsx";
import { RaffleForm } from "./raffle-form.tsx";

type CreateRaffleProps = {
  readonly productName: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly result: {
    readonly created: CreatedRaffleView | null;
    readonly values: RaffleFormValues | null;
    readonly refusal: RefusalView | null;
  } | null;
};

/** The screen on which an organiser makes a raffle, and is then shown its codes. */
export function CreateRaffle({ productName, timeZone, currency, result }: CreateRaffleProps) {
  const { t } = useTranslation("raffles");
  if (result?.created) return <RaffleCreated raffle={result.created} />;
  return (
    <>
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
