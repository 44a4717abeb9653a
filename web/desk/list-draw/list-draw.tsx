import { useTranslation } from "react-i18next";
import { LIST_LENGTH, NAME_LIMITS } from "#src/entries/listed/limits.ts";
import { RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { PRIZE_FIELDS } from "#src/raffles/row-fields.ts";
import { CheckboxField, FileField, TextField } from "../../forms/fields.tsx";
import { fieldId, RefusableForm, useAnyError, useFieldError } from "../../forms/form.tsx";
import { PageScript } from "../../page/page-script.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/list-draw.route.ts";
import script from "./drive-list.ts?inline-script";
import { type CheckedList, PRIZES, prizeField, type TypedList } from "./list-fields.ts";
import { ListLocked } from "./list-locked.tsx";
import "./list-draw.css";

const NUMBER_LENGTH = 9;

const NOTHING_TYPED: TypedList = {
  ...{ names: "", repeated: "undecided", name: "", shopName: "", listed: false, mayUse: false, key: "" },
  prizes: [{ name: "", numberOfWinners: "1" }],
};

/** A draw from names that somebody has: paste them, say what is won, look at them once more, and lock. */
export function ListDraw({ actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("draws");
  if (result?.done && "drawn" in result.done) return <ListLocked drawn={result.done.drawn} />;
  const typed = result?.typed ?? NOTHING_TYPED;
  const checked = result?.done && "checked" in result.done ? result.done.checked : null;
  const list = checked ?? result?.more ?? null;
  // Who pressed the lock has seen the list, also where it was refused.
  const isAsked = checked !== null || (result?.intent === "lock" && list !== null);
  const { name, numberOfWinners } = typed.prizes[0] ?? { name: "", numberOfWinners: "1" };
  return (
    <>
      <PageHeading title={t("list.heading")} lead={t("list.lead")} />
      <RefusableForm
        failed={t("list.noAnswer")}
        heading={t("list.failed")}
        draft="draw-from-list"
        refusal={result?.refusal}
        encType="multipart/form-data"
        data-drops=""
      >
        <FormSection title={t("list.list")}>
          <TextField
            name="names"
            label={t("list.names")}
            hint={t("list.namesHint", { max: NAME_LIMITS.names })}
            rows={8}
            maxLength={LIST_LENGTH}
            defaultValue={list?.text ?? typed.names}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <FileField
            name="list"
            label={t("list.file")}
            hint={t("list.fileHint")}
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
          />
        </FormSection>
        <FormSection title={t("list.win")}>
          <div className="form-columns">
            <TextField
              name={prizeField(0, "name")}
              label={t("list.prize")}
              maxLength={PRIZE_FIELDS.name.maxLength}
              defaultValue={name}
              required
            />
            <TextField
              name={prizeField(0, "numberOfWinners")}
              label={t("list.winners")}
              inputMode="numeric"
              maxLength={NUMBER_LENGTH}
              defaultValue={numberOfWinners || "1"}
            />
          </div>
          <MorePrizes prizes={typed.prizes} />
          <More typed={typed} />
        </FormSection>
        <CheckboxField
          name="mayUse"
          label={t("list.mayUse")}
          hint={t("list.mayUseHint")}
          defaultChecked={typed.mayUse}
          required
        />
        {isAsked && list ? (
          <LockPart list={list} repeated={typed.repeated} />
        ) : (
          <Submit label={t("list.check")} look="primary" intent="check" />
        )}
      </RefusableForm>
      <PageScript text={script} />
    </>
  );
}

function MorePrizes({ prizes }: Pick<TypedList, "prizes">) {
  const { t } = useTranslation("draws");
  const places = Array.from({ length: PRIZES - 1 }, (_, index) => index + 1);
  const fields = places.flatMap((place) => [prizeField(place, "name"), prizeField(place, "numberOfWinners")]);
  const isFilled = prizes.slice(1).some(({ name }) => name.trim() !== "");
  const isOpen = useAnyError((field) => fields.includes(field)) || isFilled;
  return (
    <details open={isOpen || undefined}>
      <summary>{t("list.morePrizes")}</summary>
      <div className="stack-2">
        {places.map((place) => (
          <div key={place} className="form-columns">
            <TextField
              name={prizeField(place, "name")}
              label={t("list.prizeNumber", { number: place + 1 })}
              maxLength={PRIZE_FIELDS.name.maxLength}
              defaultValue={prizes[place]?.name ?? ""}
            />
            <TextField
              name={prizeField(place, "numberOfWinners")}
              label={t("list.winnersOf", { number: place + 1 })}
              inputMode="numeric"
              maxLength={NUMBER_LENGTH}
              defaultValue={prizes[place]?.numberOfWinners ?? "1"}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

function More({ typed }: { readonly typed: TypedList }) {
  const { t } = useTranslation("draws");
  const isOpen = useAnyError((field) => field === "name" || field === "shopName");
  return (
    <details open={isOpen || undefined}>
      <summary>{t("list.more")}</summary>
      <div className="stack-2">
        <TextField
          name="name"
          label={t("list.name")}
          hint={t("list.nameHint")}
          maxLength={RAFFLE_FIELDS.name.maxLength}
          defaultValue={typed.name}
        />
        <TextField
          name="shopName"
          label={t("list.shop")}
          maxLength={RAFFLE_FIELDS.shopName.maxLength}
          defaultValue={typed.shopName}
          autoComplete="organization"
        />
        <CheckboxField
          name="listed"
          label={t("list.listed")}
          hint={t("list.listedHint")}
          defaultChecked={typed.listed}
        />
      </div>
    </details>
  );
}

type LockPartProps = { readonly list: CheckedList; readonly repeated: TypedList["repeated"] };

/** What was found in the list, what is decided about it, and the button that locks it. */
function LockPart({ list, repeated }: LockPartProps) {
  const { t } = useTranslation("draws");
  const focus = useAnswerFocus<HTMLDivElement>(list);
  return (
    <div className="notice list-checked" role="alert" {...focus}>
      <input key={list.key} type="hidden" name="key" defaultValue={list.key} />
      <p className="notice-heading">{t("list.checked", { count: list.names })}</p>
      {list.repeated.length > 0 && <RepeatedPart list={list} decided={repeated} />}
      {list.winners > list.names && <p>{t("list.tooFew")}</p>}
      <p>{t("list.lockHint")}</p>
      <div className="actions">
        <Submit label={t("list.lock")} look="primary" intent="lock" />
        <Submit label={t("list.again")} look="quiet" intent="check" />
      </div>
    </div>
  );
}

function RepeatedPart({ list, decided }: { readonly list: CheckedList; readonly decided: TypedList["repeated"] }) {
  const { t } = useTranslation("draws");
  const { error, onChange } = useFieldError("repeated");
  const id = fieldId("repeated");
  return (
    <fieldset id={id} className="list-repeated stack-1" aria-describedby={error && `${id}-error`}>
      <legend>{t("list.repeated")}</legend>
      <ul>
        {list.repeated.map(({ name, times }) => (
          <li key={name}>{t("list.times", { name, count: times })}</li>
        ))}
        {list.moreRepeated > 0 && <li>{t("list.moreRepeated", { count: list.moreRepeated })}</li>}
      </ul>
      {(["merge", "keep"] as const).map((choice) => (
        <label key={choice} className="list-choice">
          <input type="radio" name="repeated" value={choice} defaultChecked={decided === choice} onChange={onChange} />{" "}
          {t(`list.${choice}`)}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
