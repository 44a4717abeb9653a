import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../buttons/buttons.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import "./share-links.css";

type ShareLinksProps = {
  /** What is shared: an address of this site. */
  readonly link: string;
  /** What stands beside it in a message. */
  readonly text: string;
};

/** Where people share links, and the address that opens each with ours. Plain links: no script of theirs comes here. */
const WAYS: readonly { readonly name: string; readonly address: (link: string, message: string) => string }[] = [
  { name: "Messenger", address: (link) => `fb-messenger://share?link=${encodeURIComponent(link)}` },
  { name: "Viber", address: (_, message) => `viber://forward?text=${encodeURIComponent(message)}` },
  { name: "WhatsApp", address: (_, message) => `https://wa.me/?text=${encodeURIComponent(message)}` },
  { name: "Facebook", address: (link) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(link)}` },
];

/** Shares a link by the phone's own list of apps, by the usual ones, or by copying it. */
export function ShareLinks({ link, text }: ShareLinksProps) {
  const { t } = useTranslation("site");
  const [hasApps, setHasApps] = useState(false);
  useEffect(() => setHasApps("share" in navigator), []);
  // Rejected when the person shares nothing after all.
  const share = () => navigator.share({ url: link, text }).catch(() => undefined);
  return (
    <div className="share-links">
      {/* Where React does not start, the page's script shows it. */}
      <button type="button" className="button" hidden={!hasApps} onClick={share} data-share={link} data-text={text}>
        {t("share.apps")}
      </button>
      <CopyButton says={t("share.copy")} label={t("share.link")} text={link} />
      {WAYS.map(({ name, address }) => (
        <ButtonLink
          key={name}
          label={name}
          href={address(link, `${text} ${link}`)}
          target="_blank"
          rel="noopener noreferrer"
        />
      ))}
    </div>
  );
}
