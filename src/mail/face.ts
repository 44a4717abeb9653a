import { harmlessText } from "#src/base/harmless-text.ts";

/** Whose mail it is, as its head shows it: a shop's, or the site's own. */
export type MailFace = {
  readonly name: string;
  /** The address of the shop's logo; null for the first letter of the name, drawn. */
  readonly logo: string | null;
  /** #rrggbb; empty for the site's own colour. */
  readonly accent: string;
};

/** What a raffle shows of its shop. */
export type ShopLook = {
  readonly codeId: string;
  readonly name: string;
  readonly shopName: string;
  readonly accentColor: string;
  readonly logo: string;
};

type Site = { readonly productName: string; readonly origin: string };

/** The width in which a mail loads a logo: the larger of the stored ones (SHOP_PICTURES), for sharp screens. */
const LOGO_WIDTH = 256;

/** The face of mails that the site writes about itself, such as those about accounts. */
export function siteFace({ productName }: Pick<Site, "productName">): MailFace {
  return { name: productName, logo: null, accent: "" };
}

/**
 * The face of a mail about a raffle: its shop's, in its colour. A stranger's words come first then, and a logo can show
 * a telephone number. So only a reader whom no stranger can have chosen gets it; all others get the site's.
 *
 * @param isGuarded whether anybody may have typed the reader's address
 */
export function raffleFace(
  { codeId, name, shopName, accentColor, logo }: ShopLook,
  { productName, origin }: Site,
  isGuarded: boolean,
): MailFace {
  if (isGuarded) return { ...siteFace({ productName }), accent: accentColor };
  return {
    name: harmlessText(shopName || name),
    logo: logo === "" ? null : `${origin}/picture/${codeId}/${logo}-${LOGO_WIDTH}.webp`,
    accent: accentColor,
  };
}
