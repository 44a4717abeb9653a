import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { CreatedRaffleView, MailedCodes } from "./created/created-raffle.ts";
import { RaffleCreated } from "./created/raffle-created.tsx";
import type { CopiedRaffle } from "./load-copy.ts";
import { RaffleForm } from "./raffle-form.tsx";
import type { RaffleFormValues } from "./read-raffle-form.ts";

type CreateRaffleProps = {
  readonly productName: string;
  readonly timeZone: string;
  readonly currency: string;
  /** The raffle that the form is filled in like, if any. */
  readonly copied: CopiedRaffle | null;
  /** Why an organiser was redirected here from the edit screen. */
  readonly turnedAway: Message | null;
  readonly result: {
    readonly created: CreatedRaffleView | null;
    readonly mailed: MailedCodes | null;
    readonly values: RaffleFormValues | null;
    readonly refusal: RefusalView | null;
  } | null;
};

/** The screen on which an organiser creates a raffle, and then sees its codes once. */
export function CreateRaffle({ productName, timeZone, currency, copied, turnedAway, result }: CreateRaffleProps) {
  const { t } = useTranslation("raffles");
  if (result?.created) return <RaffleCreated raffle={result.created} mailed={result.mailed} />;
  return (
    <>
      {turnedAway && !result && <Notice kind="error">{t(turnedAway.key, { ns: "messages" })}</Notice>}
      <PageHeading title={t("create.heading", { productName })} lead={t("create.lead")} />
      {copied && <Notice kind="info">{t("create.copied", { name: copied.name })}</Notice>}
      <RaffleForm
        key={copied?.codeId}
        draft={copied ? `create-raffle:${copied.codeId}` : "create-raffle"}
        timeZone={timeZone}
        currency={currency}
        typed={result?.values ?? copied?.values ?? null}
        refusal={result?.refusal ?? null}
      />
    </>
  );
}
