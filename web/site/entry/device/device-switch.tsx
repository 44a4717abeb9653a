import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { forgetEntry, MAX_OF_RAFFLE, rememberEntry, rememberedEntries } from "../../../inline/remembered-entries.ts";
import type { RaffleView } from "../../../page/views/raffle-view.ts";

type DeviceSwitchProps = {
  readonly raffle: RaffleView;
  readonly entryCode: string;
  /** Whether another site shows it in a frame, whose storage is not that of "Your tickets". */
  readonly framed?: boolean | undefined;
};

/**
 * Says whether this device remembers an entry, and changes that. Without a press no entry is stored that was not sent
 * from here, such as one that a mail's link opened: the device may be somebody else's.
 */
export function DeviceSwitch({ raffle, entryCode, framed = false }: DeviceSwitchProps) {
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
  return (
    <div role="status" className="actions">
      {(state === "full" || state === "refused") && <p>{t(`device.${state}`, { max: MAX_OF_RAFFLE })}</p>}
      {state === "stored" && !framed && <a href="/my-tickets">{t("device.stored")}</a>}
      {state === "stored" && <DeviceButton label={t("device.forget")} onClick={forget} />}
      {state === "absent" && <DeviceButton label={t("device.store")} onClick={store} />}
    </div>
  );
}

function DeviceButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="button" onClick={onClick}>
      {label}
    </button>
  );
}
