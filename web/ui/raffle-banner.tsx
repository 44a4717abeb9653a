import { useTranslation } from "react-i18next";
import { bannerAddress, bannerWidths } from "../page/views/picture-view.ts";
import type { SummaryView } from "../page/views/raffle-view.ts";

type RaffleBannerProps = {
  readonly raffle: Pick<SummaryView, "codeId" | "name" | "version">;
  /** Loads the picture at once, for the first one of a page. Others load when they come near the viewport. */
  readonly eager?: boolean;
  /** Hides the picture from screen readers, for a picture beside the raffle's written name. */
  readonly decorative?: boolean;
  readonly fallback?: "/banner/default.png" | "/banner/banner.png";
  /** How wide it is shown, as `sizes` of an image. */
  readonly sizes?: string;
};

/** The first picture of a page may span it. Others have a column on screens that are wider than a phone's. */
const WHOLE_WIDTH = "calc(100vw - 2rem)";
const COLUMN = "(width < 44rem) calc(100vw - 2rem), 30rem";

/**
 * A raffle's banner: a small WebP where the browser supports it. The default banner replaces one that fails to load.
 */
export function RaffleBanner({
  raffle,
  eager = false,
  decorative = false,
  fallback = "/banner/default.png",
  sizes = eager ? WHOLE_WIDTH : COLUMN,
}: RaffleBannerProps) {
  const { t } = useTranslation("site");
  return (
    <picture className="raffle-banner">
      <source type="image/webp" srcSet={bannerWidths(raffle)} sizes={sizes} />
      <img
        src={bannerAddress(raffle, "png")}
        width={1200}
        height={630}
        alt={decorative ? "" : t("bannerOf", { name: raffle.name })}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
        data-fallback={fallback}
      />
    </picture>
  );
}
