import { useTranslation } from "react-i18next";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { lockAtOf, possibleDrawDate } from "#src/raffles/timeline/timeline.ts";
import type { RaffleFormValues } from "../read-raffle-form.ts";

type TypedTimes = Pick<RaffleFormValues, "dueDate" | "drawDate" | "checkMinutes" | "leadMinutes">;

/** When the typed raffle closes, locks its list and is drawn, by the same rules as on all its pages. */
export function PlannedTimes({ typed }: { readonly typed: TypedTimes }) {
  const { t, i18n } = useTranslation("raffles");
  // The form names times of the site's own zone. Counting them in UTC needs no data of time zones.
  const [dueDate, drawDate] = [new Date(`${typed.dueDate}Z`), new Date(`${typed.drawDate}Z`)];
  const [checkMinutes, leadMinutes] = [Number(typed.checkMinutes), Number(typed.leadMinutes)];
  const times = { dueDate, drawDate, checkMinutes, leadMinutes };
  const draw = possibleDrawDate(times);
  if (Number.isNaN(dueDate.getTime())) return <p>{t("preview.closes")}</p>;
  const say = (moment: Date) => ({ moment: formatShort(moment, new Date(), i18n.language as Language, "UTC") });
  return (
    <>
      <p>{t("closes.on", say(dueDate))}</p>
      {!Number.isNaN(draw.getTime()) && (
        <>
          <p>{t(lockAtOf(times) > dueDate ? "preview.locks" : "preview.locksAtOnce", say(lockAtOf(times)))}</p>
          <p>{t(drawDate < draw ? "preview.moved" : "preview.draw", say(draw))}</p>
        </>
      )}
    </>
  );
}
