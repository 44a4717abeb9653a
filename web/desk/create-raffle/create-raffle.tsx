import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { EMAIL, TextField } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CreatedReceipt } from "../../ui/created-receipt.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { RaffleForm } from "../raffle-form/raffle-form.tsx";
import { emptyRaffleForm } from "../raffle-form/read-raffle-form.ts";
import type { Route } from "./+types/create-raffle.route.ts";

type Shop = NonNullable<Route.ComponentProps["loaderData"]["shop"]>;
type Result = Route.ComponentProps["actionData"];
type CreatedRaffle = NonNullable<NonNullable<Result>["more"]>;

/** The screen on which an organiser creates a raffle, and then sees its codes once. */
export function CreateRaffle({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("raffles");
  const { productName, timeZone, currency, copied, dueChoices, shop, turnedAway } = loaderData;
  const created = result?.done && "created" in result.done ? result.done.created : (result?.more ?? null);
  if (created) return <RaffleCreated raffle={created} result={result} />;
  const changed = result?.done && "values" in result.done ? result.done.values : result?.typed.values;
  return (
    <>
      {turnedAway && !result && <Notice kind="error">{t(turnedAway.key, { ns: "messages" })}</Notice>}
      <PageHeading title={t("create.heading", { productName })} lead={t("create.lead")} />
      {!copied && (
        <p className="hint">
          {t("create.haveList")} <a href="/draw-from-list">{t("footer.list", { ns: "site" })}</a>
        </p>
      )}
      {copied && <Notice kind="info">{t("create.copied", { name: copied.name })}</Notice>}
      <RaffleForm
        key={copied?.codeId}
        draft={copied ? `create-raffle:${copied.codeId}` : "create-raffle"}
        timeZone={timeZone}
        currency={currency}
        typed={changed ?? copied?.values ?? (shop && { ...emptyRaffleForm(), ...shop.values })}
        refusal={result?.refusal ?? null}
        stored={copied ?? undefined}
        create={{ dueChoices, shopHint: shop && shopHint(t, shop), pressed: result?.intent ?? null }}
      />
    </>
  );
}

/** What is remembered of the shop, and from where. What stands under "More" is named. */
function shopHint(t: TFunction<"raffles">, { raffle, of, values }: Shop): string {
  const { shopPlace, shopContact } = values;
  const more = [shopPlace, shopContact].filter(Boolean).join(" · ");
  return [
    t(of === "account" ? "create.shopOfAccount" : "create.shopOfBrowser", { name: raffle }),
    more && t("create.shopMore", { more }),
  ]
    .filter(Boolean)
    .join(" ");
}

type RaffleCreatedProps = { readonly raffle: CreatedRaffle; readonly result: Result };

function RaffleCreated({ raffle, result }: RaffleCreatedProps) {
  const { t } = useTranslation("raffles");
  const timestamp = useTimestamps();
  const { draw } = raffle;
  const drawKey = draw?.isTyped ? "created.drawMoved" : "created.drawPlanned";
  return (
    <CreatedReceipt
      success={t("created.success")}
      title={raffle.name}
      lead={[t("created.lead"), draw && t(drawKey, { ...timestamp(draw.at) })].filter(Boolean).join(" ")}
      codes={[
        { label: t("created.raffleCode"), code: raffle.codeId },
        { label: t("created.accessCode"), code: raffle.accessCode },
      ]}
      links={[{ label: t("created.publicLink"), code: raffle.link }]}
      qrCode={{ svg: raffle.qrCode, alt: t("created.qrCode"), hint: t("created.qrHint") }}
      open={{ label: t("created.desk"), href: `/overview/${raffle.codeId}/${raffle.accessCode}` }}
      keep={t("created.keep")}
      mail={raffle.sendsMail && <MailCodes raffle={raffle} result={result} />}
      ends={`${t("created.newBrowsers")} ${t("created.ends", { days: UNENTERED_DAYS })}`}
      print={t("created.print")}
      further={[
        { label: t("created.poster"), href: `/poster/${raffle.codeId}` },
        { label: t("created.entries"), href: `/draw-list/${raffle.codeId}/${raffle.accessCode}` },
        { label: t("created.edit"), href: `/edit-raffle/${raffle.codeId}/${raffle.accessCode}` },
        { label: t("created.open"), href: `/raffle/${raffle.codeId}` },
        { label: t("create.again"), href: "/create-raffle" },
      ]}
    />
  );
}

/** Mails the codes of a new raffle to an address. The form carries the access code: the site cannot look it up. */
function MailCodes({ raffle, result }: RaffleCreatedProps) {
  const { t } = useTranslation("raffles");
  const submitting = useNavigation().state !== "idle";
  const mailed = result?.intent === "mail-codes" ? result : null;
  const refusal = mailed?.refusal ?? null;
  const failed = refusal !== null && Object.keys(refusal.errors).length === 0;
  return (
    <Form id="mail-codes" method="post" action="#mail-codes" noValidate className="form">
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <input type="hidden" name="raffle" value={raffle.codeId} data-undrafted="" />
        <input type="hidden" name="accessCode" value={raffle.accessCode} data-undrafted="" />
        <TextField {...EMAIL} label={t("created.mailTo")} defaultValue={mailed?.typed.email ?? ""} undrafted />
        <Submit label={t("created.mail")} intent="mail-codes" busy={submitting} />
        {failed && (
          <Notice kind="error" answers>
            {t("created.mailFailed")}
          </Notice>
        )}
        {mailed && !refusal && <Notice kind="success">{t("created.mailed", { email: mailed.typed.email })}</Notice>}
      </FormErrorsProvider>
    </Form>
  );
}
