import { useTranslation } from "react-i18next";

type RaffleBannerProps = {
  readonly codeId: string;
  readonly name: string;
  /** The first picture of a page is loaded at once, those below when they come near. */
  readonly eager?: boolean;
  /** A picture beside a name that is written out says nothing new to those who hear the page. */
  readonly decorative?: boolean;
  readonly fallback?: "/banner/default.png" | "/banner/banner.png";
};

/** A raffle's banner, small where the browser can take WebP; the default one stands in when it cannot be loaded. */
export function RaffleBanner({
  codeId,
  name,
  eager = false,
  decorative = false,
  fallback = "/banner/default.png",
}: RaffleBannerProps) {
  const { t } = useTranslation("site");
  return (
    <picture className="raffle-banner">
      <source type="image/webp" srcSet={`/banner/${codeId}.webp`} />
      <img
        src={`/banner/${codeId}.png`}
        width={1200}
        height={630}
        alt={decorative ? "" : t("bannerOf", { name })}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
        data-fallback={fallback}
      />
    </picture>
  );
}
