import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShort } from "#src/i18n/format.ts";
import { lockAtOf, possibleDrawDate } from "#src/raffles/timeline/timeline.ts";
import { TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import type { Route } from "./+types/overview.route.ts";
import { TIMES, type TimeField, type Times } from "./times.ts";

/** How far a slider goes to each side, in its steps of a quarter of an hour: six hours. */
const STEPS = 24;
const STEP_MINUTES = 15;

type TimesFormProps = {
  readonly times: Times & { readonly version: number; readonly leadMinutes: number };
  readonly codeId: string;
  readonly result: Route.ComponentProps["actionData"];
};

/** The times that may still be changed. A slider moves each, by finger and by arrow keys; a field takes any other. */
export function TimesForm({ times, codeId, result }: TimesFormProps) {
  const { t } = useTranslation("desk");
  const refusal = result?.refusal;
  const start: Times = refusal ? result.typed : times;
  const [typed, setTyped] = useState(start);
  return (
    <details className="times" open={refusal ? true : undefined}>
      <summary className="button">{t("today.times.change")}</summary>
      <RefusableForm
        draft={`times-${codeId}`}
        heading={t("today.times.failed")}
        refusal={refusal}
        onInput={({ currentTarget }) => setTyped(read(currentTarget))}
      >
        <input type="hidden" name="version" value={times.version} />
        {TIMES.map((name) => (
          <div key={name} className="times-row">
            <TextField
              name={name}
              label={t(`today.times.${name}`)}
              type={name === "checkMinutes" ? "text" : "datetime-local"}
              inputMode={name === "checkMinutes" ? "numeric" : undefined}
              maxLength={40}
              defaultValue={start[name]}
            />
            <input
              className="needs-script"
              type="range"
              name={`move-${name}`}
              min={-STEPS}
              max={STEPS}
              defaultValue={0}
              aria-label={t("today.times.move", { name: t(`today.times.${name}`) })}
              onInput={({ currentTarget }) => {
                const field = currentTarget.form?.elements.namedItem(name);
                if (field instanceof HTMLInputElement)
                  field.value = moved(name, start[name], Number(currentTarget.value));
              }}
            />
          </div>
        ))}
        <Planned typed={typed} leadMinutes={times.leadMinutes} />
        <Submit label={t("today.times.save")} look="primary" intent="times" />
      </RefusableForm>
    </details>
  );
}

/** What the site makes of these times: a draw that is too early for them is later. */
function Planned({ typed, leadMinutes }: { readonly typed: Times; readonly leadMinutes: number }) {
  const { t } = useTranslation("desk");
  const { language } = usePageTexts();
  const planned = {
    dueDate: wallClock(typed.dueDate),
    drawDate: wallClock(typed.drawDate),
    checkMinutes: Number(typed.checkMinutes),
    leadMinutes,
  };
  const drawDate = possibleDrawDate(planned);
  if (Number.isNaN(drawDate.getTime())) return null;
  const short = (at: Date) => formatShort(at, at, language, "UTC");
  return (
    <p role="status">
      {t("today.times.planned", {
        closes: short(planned.dueDate),
        list: short(lockAtOf({ ...planned, drawDate })),
        draw: short(drawDate),
      })}
    </p>
  );
}

/** A wall clock's time, in a zone that has no summer time. */
function wallClock(text: string): Date {
  return new Date(`${text.slice(0, 16)}Z`);
}

function moved(name: TimeField, from: string, steps: number): string {
  const minutes = steps * STEP_MINUTES;
  if (name === "checkMinutes") return String(Math.max(0, Number(from) + minutes));
  const at = wallClock(from).getTime() + minutes * 60_000;
  return Number.isNaN(at) ? from : new Date(at).toISOString().slice(0, 16);
}

function read(form: HTMLFormElement): Times {
  const values = new FormData(form);
  const text = (name: TimeField) => String(values.get(name) ?? "");
  return { dueDate: text("dueDate"), checkMinutes: text("checkMinutes"), drawDate: text("drawDate") };
}
