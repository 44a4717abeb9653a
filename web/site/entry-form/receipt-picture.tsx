import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { groupedCode } from "#src/base/code-formats.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ScriptButton } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/page-parts.tsx";

type ReceiptPictureProps = { readonly raffle: RaffleView; readonly entryCode: string; readonly host: string };

/**
 * Makes the receipt a picture, for who leaves no email and would write the code down. What draws it is fetched when
 * somebody wants one.
 */
export function ReceiptPicture({ raffle, entryCode, host }: ReceiptPictureProps) {
  const { t } = useTranslation(["entries", "site"]);
  const drawn = useTimestamps()(raffle.draw);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"asked" | "made" | "failed">("asked");
  const make = async () => {
    const code = groupedCode(entryCode);
    const texts = {
      shop: raffle.shop?.name ?? "",
      raffle: raffle.name,
      label: t("submitted.code"),
      code,
      next: t("submitted.draw", drawn),
      address: `${t("submitted.picture.lookUp")} ${host}/search-entry/${raffle.codeId}`,
      secret: t("submitted.picture.secret"),
    };
    const ways = {
      name: `${raffle.codeId}-${entryCode}`,
      alt: `${texts.label}: ${code}`,
      keep: t("submitted.picture.keep"),
      share: t("site:share.apps"),
    };
    // Without a connection the script cannot be fetched.
    const isMade = await import("../../souvenir/receipt-picture.ts")
      .then(({ showReceiptPicture }) => place.current && showReceiptPicture(place.current, texts, ways))
      .catch(() => false);
    setState(isMade ? "made" : "failed");
  };
  return (
    <div className="stack-1">
      {state !== "made" && (
        <div className="actions">
          <ScriptButton label={t("submitted.picture.make")} look="quiet" onClick={() => void make()} />
        </div>
      )}
      {state === "failed" && <Notice kind="error">{t("submitted.picture.failed")}</Notice>}
      {/* Its content is not React's. */}
      <div ref={place} className="stack-1" role="status" />
    </div>
  );
}
