import { useTranslation } from "react-i18next";

type MoreOfShopProps = { readonly shop: { readonly name: string; readonly page: string | undefined } | undefined };

/** The way to the page of a raffle's shop. Nothing where it has none. */
export function MoreOfShop({ shop }: MoreOfShopProps) {
  const { t } = useTranslation("raffles");
  if (!shop?.page) return null;
  return (
    <p className="shop-more">
      <a href={`/shop/${shop.page}`}>{t("shop.more", { shop: shop.name })}</a>
    </p>
  );
}
