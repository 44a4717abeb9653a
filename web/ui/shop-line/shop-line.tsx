import { useTranslation } from "react-i18next";
import "./shop-line.css";

type Logo = { readonly src: string; readonly srcSet?: string; readonly width: number; readonly height: number };

type ShopLineProps = { readonly shop: { readonly title: string; readonly logo: Logo | undefined } | undefined };

/** Whose raffle it is: "by Nanay Luz Bakery, Jaro", after its logo. Nothing if the shop has said neither. */
export function ShopLine({ shop }: ShopLineProps) {
  const { t } = useTranslation("raffles");
  if (!shop?.title && !shop?.logo) return null;
  return (
    <span className="shop-line">
      {shop.logo && <img {...shop.logo} sizes="3rem" alt="" className="shop-logo" decoding="async" />}
      {shop.title && <span>{t("shop.by", { shop: shop.title })}</span>}
    </span>
  );
}
