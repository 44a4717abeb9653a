import { useTranslation } from "react-i18next";
import type { FeedView } from "../../page/views/feed-view.ts";

/** The site's feeds, for people who follow it in their own apps. */
export function FeedLine({ feeds }: { readonly feeds: readonly FeedView[] }) {
  const { t } = useTranslation("raffles");
  return (
    <p>
      {t("feeds.lead")}{" "}
      {feeds.map(({ href, type, title }, index) => (
        <span key={href}>
          {index > 0 && " · "}
          <a href={href} type={type}>
            {title}
          </a>
        </span>
      ))}
    </p>
  );
}
