import { useEffect, useState } from "react";
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
  const { codeId, keptUntil, name, shop } = raffle;
  const { t } = useTranslation("entries");
  const [state, setState] = useState<"stored" | "absent" | "full" | "refused">();
  const look = () => {
    const entries = rememberedEntries(codeId);
    const isStored = entries.some((entry) => entry.entryCode === entryCode);
    const became = isStored ? "stored" : entries.length < MAX_OF_RAFFLE ? "absent" : "full";
    setState(became);
    return became;
  };
  const store = () => {
    rememberEntry(codeId, entryCode, keptUntil.toISOString(), { name, shop: shop?.name ?? "" });
    if (look() === "absent") setState("refused");
  };
  const forget = () => {
    for (const entry of rememberedEntries(codeId)) if (entry.entryCode === entryCode) forgetEntry(entry);
    look();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry
  useEffect(() => void look(), [codeId, entryCode]);
  if (state === undefined) return null;
  const isStored = state === "stored";
  return (
    <div role="status" className="actions">
      {(state === "full" || state === "refused") && <p>{t(`device.${state}`, { max: MAX_OF_RAFFLE })}</p>}
      {isStored && !framed && <a href="/my-tickets">{t("device.stored")}</a>}
      {isStored && warns && <p>{t("device.shared")}</p>}
      {/* One button for both: whose press changes it has the focus on it still. */}
      {state !== "full" && (
        <button type="button" className="button" onClick={isStored ? forget : store}>
          {t(isStored ? "device.forget" : "device.store")}
        </button>
      )}
    </div>
  );
}
