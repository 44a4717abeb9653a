import { useTranslation } from "react-i18next";
import {
  AccessCodeInput,
  CODE,
  Field,
  fieldAria,
  RaffleCodeInput,
  TextField,
  TrustBrowser,
} from "../../forms/fields.tsx";
import { FormErrorsProvider, SmallForm } from "../../forms/form.tsx";
import { PageScript } from "../../page/page-script.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Notice, PageHeading, RefusalNotice, useSentences } from "../../ui/page-parts.tsx";
import script from "../../voucher-scanner/drive-scanner.ts?inline-script";
import workerUrl from "../../voucher-scanner/scan-worker.ts?worker&url";
import type { Route } from "./+types/voucher.route.ts";
import "./voucher.css";

// Room for the whole address that a QR code holds.
const MAX_TYPED = 300;

/** The shop's screen: checks a winner's voucher, with the camera or by typing, and hands the prize over. */
export function VoucherCheck({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const { raffles, forgotten, code, home } = loaderData;
  const voucher = result ? (result.done ?? result.more) : loaderData.voucher;
  const { intent, typed, refusal } = result ?? { intent: "", typed: { code, raffle: "", reason: "" }, refusal: null };
  if (!raffles) return <VoucherDoor forgotten={forgotten} refusal={refusal} typed={typed} />;
  const ofField = refusal?.errors.code;
  return (
    <article className="voucher-check stack-3" data-voucher-check="" data-worker={workerUrl}>
      {voucher && <VoucherResult voucher={voucher} result={result} typed={typed} raffles={raffles} />}
      <div className="voucher-start stack-3" data-part="start" hidden={voucher !== null}>
        <PageHeading title={t("voucher.check.heading")} lead={raffles.join(" · ")} />
        {refusal && !voucher && !ofField && intent !== "open" && <RefusalNotice refusal={refusal} />}
        <div className="actions needs-script">
          <button type="button" className="button button-primary voucher-scan" data-part="scan">
            {t("voucher.check.scan")}
          </button>
          <button type="button" className="button" aria-pressed="true" data-part="sound">
            {t("voucher.check.sound")}
          </button>
        </div>
        <p className="notice notice-error" role="alert" data-part="no-camera" hidden>
          {t("voucher.check.noCamera")}
        </p>
        <div className="voucher-camera" data-part="camera" hidden>
          <p className="hint">{t("voucher.check.hold")}</p>
        </div>
      </div>
      <SmallForm
        action="/voucher"
        errors={voucher || intent === "open" ? undefined : refusal?.errors}
        data-failed={t("voucher.check.failed")}
      >
        <TextField
          name="code"
          label={t("voucher.check.code")}
          hint={t("voucher.check.codeHint")}
          maxLength={MAX_TYPED}
          defaultValue={voucher && voucher.state !== "unknown" ? "" : typed.code}
          {...CODE}
          undrafted
          required
        />
        <Submit label={t("voucher.check.submit")} intent="check" />
      </SmallForm>
      {home && (
        <div className="actions">
          <ButtonLink label={t("helpers.toHome")} href={`/helping/${home}`} />
        </div>
      )}
      <PageScript text={script} />
    </article>
  );
}

type Result = Route.ComponentProps["actionData"];

type VoucherResultProps = {
  readonly voucher: VoucherView;
  readonly result: Pick<NonNullable<Result>, "intent" | "refusal" | "done"> | undefined;
  readonly typed: NonNullable<Result>["typed"];
  readonly raffles: readonly string[];
  /** Where its buttons lead: a rehearsal has its own screen. */
  readonly screen?: string;
};

export type VoucherView = NonNullable<Route.ComponentProps["loaderData"]["voucher"]>;

/** One shape for each state, so that they differ without colour: a check, two checks, a clock, a cross. */
const SHAPES = {
  valid: "M4 12.5 10 18.5 20.5 6",
  done: "M1.5 12.5 7 18.5 16.5 6M9.5 16 12 18.5 22 6",
  used: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM12 7v5.5l3.5 2.5",
  gone: "M5 5 19 19M19 5 5 19",
  unknown: "M5 5 19 19M19 5 5 19",
} as const;

/** More raffles than these are not named: at a counter nobody reads them. */
const MAX_NAMED = 3;

/** What became of a voucher, in one glance, and what can be done with it. */
export function VoucherResult({ voucher, result, typed, raffles, screen = "/voucher" }: VoucherResultProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const timestamp = useTimestamps();
  const { intent, refusal } = result ?? { intent: "", refusal: null };
  const { state } = voucher;
  const verdict = result?.done && intent === "use" ? "done" : state;
  const used = "used" in voucher && voucher.used;
  const reasons = useSentences();
  const reasonError = refusal?.errors.reason && reasons(refusal.errors.reason);
  return (
    <section className="voucher-result" data-result={verdict} data-facts={state} aria-labelledby="verdict">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[verdict]} />
      </svg>
      <h1 id="verdict" tabIndex={-1}>
        {t(`voucher.verdict.${verdict}`)}
      </h1>
      {used && (
        <p className="voucher-words">
          {t("voucher.usedAt", { ...timestamp(used.at), by: used.by ?? t("voucher.organiser") })}
        </p>
      )}
      {result?.done && intent === "unuse" && <p className="voucher-words">{t("voucher.takenBack")}</p>}
      {state === "gone" && <p className="voucher-words">{t("voucher.goneWhy")}</p>}
      {state === "unknown" && (
        <p className="voucher-words">
          {raffles.length > MAX_NAMED
            ? t("voucher.unknownOfMany", { count: raffles.length })
            : t("voucher.unknownWhy", { raffles: raffles.join(" · ") })}{" "}
          {t("voucher.unknownNext")}
        </p>
      )}
      {voucher.state === "valid" && voucher.announced && (
        <Notice kind="error">{t(`voucher.announced.${voucher.announced}`)}</Notice>
      )}
      {voucher.state !== "unknown" && (
        <dl className="voucher-facts stack-1">
          <Fact label={t("voucher.prize")} value={voucher.prize} />
          {voucher.winner !== "" && <Fact label={t("voucher.winner")} value={voucher.winner} />}
          <Fact label={t("voucher.ticket")} value={`${voucher.ticket} · ${voucher.shown}`} />
        </dl>
      )}
      {refusal && state === "used" && intent === "unuse" && !reasonError && <RefusalNotice refusal={refusal} />}
      {voucher.state === "valid" && (
        <form
          method="post"
          action={screen}
          data-asks="used"
          data-asks-at={`/voucher/${voucher.code}`}
          data-done-at={`/voucher/${voucher.code}`}
          data-repeats=""
        >
          <input type="hidden" name="code" value={voucher.code} />
          <input type="hidden" name="key" value={voucher.key} />
          <button type="submit" name="intent" value="use" className="button button-primary voucher-use">
            {t("voucher.use")}
          </button>
        </form>
      )}
      <a className="button voucher-next" href={screen} data-part="next">
        {t(state === "unknown" ? "voucher.again" : "voucher.next")}
      </a>
      {voucher.state === "used" && (
        <details className="voucher-unuse" open={intent === "unuse" || undefined}>
          <summary>{t("voucher.unuse")}</summary>
          {/* Without JavaScript too, whoever is asked for the reason stands in front of it. */}
          <form method="post" action={`${screen}#reason`} noValidate className="form">
            <input type="hidden" name="code" value={voucher.code} />
            <Field
              id="reason"
              label={t("voucher.unuseReason")}
              hint={t("voucher.unuseHint")}
              error={reasonError}
              required
            >
              <input
                name="reason"
                type="text"
                className="input"
                maxLength={200}
                defaultValue={typed.reason}
                autoComplete="off"
                aria-required
                {...fieldAria("reason", t("voucher.unuseHint"), reasonError)}
              />
            </Field>
            <Submit label={t("voucher.unuseSubmit")} intent="unuse" />
          </form>
        </details>
      )}
      {voucher.state === "unknown" && (
        <details className="voucher-unuse">
          <summary>{t("voucher.otherRaffle")}</summary>
          <DoorForm refusal={null} typed={{ ...typed, code: voucher.typed }} />
        </details>
      )}
    </section>
  );
}

type VoucherDoorProps = Pick<NonNullable<Result>, "refusal" | "typed">;

/**
 * Asks a browser that has proved nothing whose vouchers it wants to check. Whoever it is learns nothing of the voucher.
 */
function VoucherDoor({ forgotten, ...props }: VoucherDoorProps & { readonly forgotten: boolean }) {
  const { t } = useTranslation("claims");
  return (
    <>
      <PageHeading title={t("voucher.check.heading")} lead={t("voucher.door.lead")} />
      {forgotten ? (
        <Notice kind="error">{t("voucher.door.forgotten")}</Notice>
      ) : (
        <Notice kind="info">{t("voucher.door.winner")}</Notice>
      )}
      <DoorForm {...props} />
    </>
  );
}

/** The raffle's code and its access code, which open the screen in this browser. */
function DoorForm({ refusal, typed }: VoucherDoorProps) {
  const { t } = useTranslation(["claims", "desk", "messages"]);
  return (
    <form method="post" action="/voucher" noValidate className="form" data-failed={t("voucher.door.failed")}>
      {refusal && <RefusalNotice refusal={refusal} />}
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <div className="form-section">
          <input type="hidden" name="code" value={typed.code} />
          <RaffleCodeInput label={t("voucher.door.raffle")} typed={typed.raffle} />
          <AccessCodeInput label={t("access.label", { ns: "desk" })} />
          <TrustBrowser />
          <Submit label={t("voucher.door.submit")} look="primary" intent="open" />
        </div>
      </FormErrorsProvider>
    </form>
  );
}
