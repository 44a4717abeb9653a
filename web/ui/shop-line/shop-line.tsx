import { useTranslation } from "react-i18next";
import type { ShopView } from "../../page/views/raffle-view.ts";
import "./shop-line.css";

/** Whose raffle it is: "by Nanay Luz Bakery, Jaro", after its logo. Nothing if the shop has said neither. */
export function ShopLine({ shop }: { readonly shop: Pick<ShopView, "title" | "logo"> | undefined }) {
  const { t } = useTranslation("raffles");
  if (!shop?.title && !shop?.logo) return null;
  return (
    <span className="shop-line">
      {shop.logo && <img {...shop.logo} sizes="3rem" alt="" className="shop-logo" decoding="async" />}
      {shop.title && <span>{t("shop.by", { shop: shop.title })}</span>}
    </span>
  );
}
