import { useState } from "react";
import { useTranslation } from "react-i18next";
import { forgetEntry, MAX_OF_RAFFLE, rememberEntry, rememberedEntries } from "../../../inline/remembered-entries.ts";
import type { RaffleView } from "../../../page/views/raffle-view.ts";

type DeviceSwitchProps = {
  readonly raffle: RaffleView;
  readonly entryCode: string;
  /** Whether another site shows it in a frame, whose storage is not that of "Your tickets". */
  readonly framed?: boolean | undefined;
  /** Whether the next person follows on this device, as on the receipt: then it says what they would see. */
  readonly warns?: boolean;
};

/**
 * Says whether this device remembers an entry, and changes that. Without a press no entry is stored that was not sent
 * from here, such as one that a mail's link opened: the device may be somebody else's.
 */
export function DeviceSwitch({ raffle, entryCode, framed = false, warns = false }: DeviceSwitchProps) {
  const { codeId, storedUntil, name, shop } = raffle;
  const { t } = useTranslation("entries");
  const look = () => {
    const entries = rememberedEntries(codeId);
    if (entries.some((entry) => entry.entryCode === entryCode)) return "stored";
    return entries.length < MAX_OF_RAFFLE ? "absent" : "full";
  };
  const [state, setState] = useState<ReturnType<typeof look> | "refused">(look);
  const store = () => {
    rememberEntry(codeId, entryCode, storedUntil.toISOString(), { name, shop: shop?.name ?? "" });
    const became = look();
    setState(became === "absent" ? "refused" : became);
  };
  const forget = () => {
    for (const entry of rememberedEntries(codeId)) if (entry.entryCode === entryCode) forgetEntry(entry);
    setState(look());
  };
  const isStored = state === "stored";
  // What the site erases by now, no device remembers.
  if (storedUntil.getTime() <= Date.now()) return null;
  return (
    <div role="status" className="actions">
      {state === "full" && <p>{t("device.full", { max: MAX_OF_RAFFLE })}</p>}
      {state === "refused" && (
        <p tabIndex={-1} ref={takeFocus}>
          {t("device.refused")}
        </p>
      )}
      {isStored && !framed && <a href="/my-tickets">{t("device.stored")}</a>}
      {isStored && warns && <p>{t("device.shared")}</p>}
      {/* One button for both: whose press changes it has the focus on it still. */}
      {state !== "full" && state !== "refused" && (
        <button type="button" className="button" onClick={isStored ? forget : store}>
          {t(isStored ? "device.forget" : "device.store")}
        </button>
      )}
    </div>
  );
}

/** The answer has the focus of the button that is gone. */
function takeFocus(answer: HTMLElement | null): void {
  answer?.focus();
}
