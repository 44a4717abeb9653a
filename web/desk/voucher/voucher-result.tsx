import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import { Field, fieldAria } from "../../forms/field.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DoorForm } from "./voucher-door.tsx";
import type { VoucherAnswer, VoucherView } from "./voucher-page.ts";

type VoucherResultProps = VoucherAnswer & { readonly voucher: VoucherView; readonly raffles: readonly string[] };

/** One shape for each state, so that no colour is needed to tell them apart: a check, two checks, a clock, a cross. */
const SHAPES = {
  valid: "M4 12.5 10 18.5 20.5 6",
  done: "M1.5 12.5 7 18.5 16.5 6M9.5 16 12 18.5 22 6",
  used: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM12 7v5.5l3.5 2.5",
  gone: "M5 5 19 19M19 5 5 19",
  unknown: "M5 5 19 19M19 5 5 19",
} as const;

/** What became of a voucher, in one glance, and what can be done with it. */
export function VoucherResult(answer: VoucherResultProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const timestamp = useTimestamps();
  const { voucher, done, refusal, raffles, typed, intent } = answer;
  const { state } = voucher;
  const verdict = done === "used" ? "done" : state;
  const used = "used" in voucher && voucher.used;
  const told = (messages: readonly Message[]) =>
    messages.map(({ key, params }) => t(key, { ns: "messages", ...params })).join(" ");
  const reasonError = refusal?.errors.reason && told(refusal.errors.reason);
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
      {done === "unused" && <p className="voucher-words">{t("voucher.takenBack")}</p>}
      {state === "gone" && <p className="voucher-words">{t("voucher.goneWhy")}</p>}
      {state === "unknown" && (
        <p className="voucher-words">{t("voucher.unknownWhy", { raffles: raffles.join(" · ") })}</p>
      )}
      {voucher.state !== "unknown" && (
        <dl className="voucher-facts">
          <div>
            <dt>{t("voucher.prize")}</dt>
            <dd>{voucher.prize}</dd>
          </div>
          {voucher.winner !== "" && (
            <div>
              <dt>{t("voucher.winner")}</dt>
              <dd>{voucher.winner}</dd>
            </div>
          )}
          <div>
            <dt>{t("voucher.ticket")}</dt>
            <dd>
              {voucher.ticket} · {voucher.shown}
            </dd>
          </div>
        </dl>
      )}
      {refusal && state === "used" && intent === "unuse" && !reasonError && (
        <Notice kind="error">{told(refusal.summary)}</Notice>
      )}
      {voucher.state === "valid" && (
        <form
          method="post"
          action="/voucher"
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
      <a className="button voucher-next" href="/voucher" data-part="next">
        {t(state === "unknown" ? "voucher.again" : "voucher.next")}
      </a>
      {voucher.state === "used" && (
        <details className="voucher-unuse" open={intent === "unuse" || undefined}>
          <summary>{t("voucher.unuse")}</summary>
          {/* Without JavaScript too, whoever is asked for the reason stands in front of it. */}
          <form method="post" action="/voucher#reason" noValidate className="form">
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
            <button type="submit" name="intent" value="unuse" className="button">
              {t("voucher.unuseSubmit")}
            </button>
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
