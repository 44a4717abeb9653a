import type { PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import type { ChangeInPlace } from "./change-in-place.ts";
import "./row-buttons.css";

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
  const number = index + 1;
  const move = (to: number, label: "up" | "down") => (
    <Submit
      label={label === "up" ? "↑" : "↓"}
      look="quiet"
      intent={`move:${list}:${index}:${to}`}
      data-move={label}
      aria-label={t(`edit.${list}.${label}`, { number })}
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
