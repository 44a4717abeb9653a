import { useState } from "react";
import { useTranslation } from "react-i18next";
import { groupedCode } from "#src/base/code-formats.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ScriptButton } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/page-parts.tsx";

type ReceiptPictureProps = { readonly raffle: RaffleView; readonly entryCode: string; readonly host: string };

/** A button that stores the receipt as a picture. What draws it is fetched when somebody wants one. */
export function ReceiptPicture({ raffle, entryCode, host }: ReceiptPictureProps) {
  const { t } = useTranslation("entries");
  const drawn = useTimestamps()(raffle.draw);
  const [failed, setFailed] = useState(false);
  const store = async () => {
    const texts = {
      shop: raffle.shop?.name ?? "",
      raffle: raffle.name,
      label: t("submitted.code"),
      code: groupedCode(entryCode),
      next: t("submitted.draw", drawn),
      address: `${t("submitted.picture.lookUp")} ${host}/search-entry/${raffle.codeId}`,
      secret: t("submitted.picture.secret"),
    };
    // Without a connection the script cannot be fetched.
    const stored = await import("../../souvenir/receipt-picture.ts")
      .then(({ storeReceiptPicture }) => storeReceiptPicture(texts, `${raffle.codeId}-${entryCode}.png`))
      .catch(() => false);
    setFailed(!stored);
  };
  return (
    <>
      <ScriptButton label={t("submitted.picture.save")} onClick={() => void store()} />
      {failed && <Notice kind="error">{t("submitted.picture.failed")}</Notice>}
    </>
  );
}
