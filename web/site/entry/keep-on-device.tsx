import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { rememberEntry, rememberedEntry } from "../../inline/remembered-entry.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";

type KeepOnDeviceProps = { readonly raffle: RaffleView; readonly entryCode: string };

/**
 * Offers to remember an entry on a device that it was not sent from, such as the one that a mail's link was opened on.
 * Nothing is stored without a press: the device may be somebody else's.
 */
export function KeepOnDevice({ raffle: { codeId, keptUntil, name, shop }, entryCode }: KeepOnDeviceProps) {
  const { t } = useTranslation("entries");
  const [isStored, setStored] = useState<boolean>();
  useEffect(() => setStored(rememberedEntry(codeId) === entryCode), [codeId, entryCode]);
  if (isStored === undefined) return null;
  const store = () => {
    rememberEntry(codeId, entryCode, keptUntil.toISOString(), { name, shop: shop?.name ?? "" });
    setStored(rememberedEntry(codeId) === entryCode);
  };
  return (
    <p role="status">
      {isStored ? (
        <a href="/my-tickets">{t("device.stored")}</a>
      ) : (
        <button type="button" className="button" onClick={store}>
          {t("device.store")}
        </button>
      )}
    </p>
  );
}
