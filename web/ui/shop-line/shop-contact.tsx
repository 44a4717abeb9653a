import { useTranslation } from "react-i18next";
import type { ShopView } from "../../page/views/raffle-view.ts";
import "./shop-line.css";

/** How to reach the shop, as a link where it is one. Nothing if the shop has not said it. */
export function ShopContact({ shop }: { readonly shop: ShopView | undefined }) {
  const { t } = useTranslation("raffles");
  if (!shop?.contact) return null;
  const { text, link } = shop.contact;
  return (
    <p className="shop-contact">
      {t("shop.contact")} {/* Strangers type it, so that it says nothing for the page that it leads to. */}
      {link ? (
        <a href={link} rel="nofollow ugc noopener">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
