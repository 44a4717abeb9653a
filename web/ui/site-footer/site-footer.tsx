import { useTranslation } from "react-i18next";
import { placeOfZone } from "#src/i18n/format.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import "./site-footer.css";

type SiteFooterProps = {
  readonly productName: string;
  /** The developer's URL. Null where the operator names nobody. */
  readonly developerUrl: string | null;
  readonly year: number | undefined;
  /** Whether the operator has plans, and so a pricing page. */
  readonly hasPlans: boolean;
  /** Whether the operator says who runs the site. */
  readonly hasImprint: boolean;
  /** For embedded pages of another site: leaves out the links for organisers. */
  readonly isSlim?: boolean;
};

/** The link behind "Powered By". Without a named developer it leads to the page that explains the site. */
const DEVELOPER = { name: "Tambiolo", href: "/how-it-works" };

const ORGANISER_LINKS = [
  { href: "/create-raffle", key: "footer.create" },
  { href: "/draw-from-list", key: "footer.list" },
  { href: "/create-event", key: "footer.createEvent" },
  { href: "/admin-raffle-list", key: "footer.manage" },
  { href: "/login", key: "footer.login", for: "for-guests" },
  { href: "/profile", key: "nav.profile", for: "for-members" },
] as const;

const PRICING_LINK = { href: "/pricing", key: "footer.pricing" } as const;

const DRAWS_LINK = { href: "/draws", key: "footer.draws" } as const;

const LEGAL_LINKS = [
  { href: "/terms", key: "footer.terms" },
  { href: "/privacy", key: "footer.privacy" },
] as const;

const IMPRINT_LINK = { href: "/imprint", key: "footer.imprint" } as const;

export function SiteFooter(props: SiteFooterProps) {
  const { productName, developerUrl, year, hasPlans, hasImprint, isSlim = false } = props;
  const { t } = useTranslation("site");
  const place = placeOfZone(usePageTexts().timeZone);
  const ours = isSlim ? [] : [...ORGANISER_LINKS, ...(hasPlans ? [PRICING_LINK] : []), DRAWS_LINK];
  const links = [...ours, ...LEGAL_LINKS, ...(hasImprint ? [IMPRINT_LINK] : [])];
  return (
    <footer className={isSlim ? "site-footer site-footer-slim" : "site-footer"}>
      <div className="site-footer-bar">
        <p>{t("footer.copyright", { year: String(year ?? ""), productName })}</p>
        <p>{t("footer.times", { place })}</p>
        <ul>
          {links.map(({ href, key, ...link }) => (
            <li key={href} className={"for" in link ? link.for : undefined}>
              <a href={href}>{t(key)}</a>
            </li>
          ))}
          <li>
            {t("footer.poweredBy")} <a href={developerUrl ?? DEVELOPER.href}>{DEVELOPER.name}</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
