import type { PointerEvent, ReactNode, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { fieldId, useFieldError } from "../../forms/form.tsx";
import { ScriptButton, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import type { RaffleFormIntent, RemovedRow } from "./read-raffle-form.ts";

/** Makes the event handler of a row's buttons and drag handle, for browsers with JavaScript. */
export type ChangeInPlace = (intent: RaffleFormIntent) => (event: SyntheticEvent) => void;

type RowListProps = {
  readonly list: "prizes" | "rules";
  readonly count: number;
  readonly changeInPlace: ChangeInPlace;
  readonly children: ReactNode;
};

/** The rows of the prizes, which are a part of the first step. */
export function PrizeList(props: RowListProps) {
  const { t } = useTranslation("raffles");
  const { error } = useFieldError("prizes");
  return (
    <div id={fieldId("prizes")} className="stack-3">
      <p className="hint">{t("create.prizesHint")}</p>
      {error && <p className="field-error">{error}</p>}
      <Rows {...props} />
    </div>
  );
}

export function RuleList(props: RowListProps) {
  const { t } = useTranslation("raffles");
  const { error } = useFieldError("rules");
  return (
    <FormSection anchor="rules" title={t("create.rules")} hint={t("create.rulesHint")} error={error}>
      <Rows {...props} />
    </FormSection>
  );
}

function Rows({ list, count, changeInPlace, children }: RowListProps) {
  const { t } = useTranslation("raffles");
  return (
    <>
      {children}
      {count < RAFFLE_LIMITS[list] && (
        <Submit
          label={t(list === "prizes" ? "create.addPrize" : "create.addRule")}
          intent={`add:${list}`}
          onClick={changeInPlace({ do: "add", list })}
        />
      )}
    </>
  );
}

type RestoreProps = {
  /** The row that was removed last; null after any other change. */
  readonly removed: RemovedRow | null;
  readonly list: "prizes" | "rules";
  /** The row before which this stands, and how many there are. */
  readonly at: number;
  readonly count: number;
  readonly changeInPlace: ChangeInPlace;
};

/** Brings back the row that was removed. It stands below the next row, which comes under the pointer meanwhile. */
export function Restore({ removed, list, at, count, changeInPlace }: RestoreProps) {
  const { t } = useTranslation("raffles");
  if (removed?.list !== list || at !== Math.min(removed.index + 1, count)) return null;
  const noun = list === "prizes" ? "prize" : "rule";
  return (
    <p className="actions" role="status">
      {t("create.removed", { name: nameOf(removed) || t(`create.${noun}`, { number: removed.index + 1 }) })}
      <ScriptButton label={t("create.restore")} onClick={changeInPlace({ do: "restore", ...removed })} />
    </p>
  );
}

function nameOf(removed: RemovedRow): string {
  return removed.list === "prizes" ? removed.row.name : removed.row.details;
}

type RowButtonsProps = {
  readonly list: "prizes" | "rules";
  readonly index: number;
  readonly count: number;
  readonly removeLabel: string;
  readonly changeInPlace: ChangeInPlace;
};

/** Buttons that remove a row or move it up or down, and a handle for dragging it. */
export function RowButtons({ list, index, count, removeLabel, changeInPlace }: RowButtonsProps) {
  const { t } = useTranslation("desk");
  const move = (to: number, label: "up" | "down") => (
    <Submit
      label={label === "up" ? "↑" : "↓"}
      look="quiet"
      intent={`move:${list}:${index}:${to}`}
      data-move={label}
      aria-label={t(`edit.${list}.${label}`, { number: index + 1 })}
      onClick={changeInPlace({ do: "move", list, index, to })}
    />
  );
  function drop(event: PointerEvent<HTMLElement>) {
    const rows = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest("[data-row]"));
    const [into, to] = rows.find(Boolean)?.getAttribute("data-row")?.split(":") ?? [];
    if (into === list && Number(to) !== index) changeInPlace({ do: "move", list, index, to: Number(to) })(event);
  }
  return (
    <div className="row-buttons">
      {count > 1 && (
        // People who cannot drag can use the buttons beside it.
        <span
          className="row-handle needs-script"
          aria-hidden="true"
          title={t("edit.drag")}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerUp={drop}
        >
          ⠿
        </span>
      )}
      {index > 0 && move(index - 1, "up")}
      {index < count - 1 && move(index + 1, "down")}
      <Submit
        label={t("create.remove", { ns: "raffles" })}
        look="quiet"
        intent={`remove:${list}:${index}`}
        data-remove=""
        aria-label={removeLabel}
        onClick={changeInPlace({ do: "remove", list, index })}
      />
    </div>
  );
}
