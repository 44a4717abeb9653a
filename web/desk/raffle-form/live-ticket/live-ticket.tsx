import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { accentStyle } from "../../../page/views/accent-style.ts";
import { pictureView } from "../../../page/views/picture-view.ts";
import { ShopLine } from "../../../ui/shop-line/shop-line.tsx";
import { NO_ACCENT, type RaffleFormValues, readRaffleForm } from "../read-raffle-form.ts";
import { accentOfPicture, readPicture } from "./chosen-picture.ts";
import { PlannedTimes } from "./planned-times.tsx";
import "./live-ticket.css";

/** As many as the first screen of a raffle names (src/raffles/read.ts). */
const PRIZES_NAMED = 2;

type LiveTicketProps = {
  readonly form: RefObject<HTMLFormElement | null>;
  /** What the form begins with, and what it has after rows were changed. */
  readonly values: RaffleFormValues;
  /** The address of the picture that the raffle has. */
  readonly banner: string;
  /** The logo that the raffle has. */
  readonly logo: { readonly codeId: string; readonly mark: string } | null;
};

/** The pictures that were chosen, as addresses, and the colour that the server will take from the logo. */
type Chosen = { readonly banner?: string; readonly logo?: string; readonly accent?: string };

/** The first screen of the raffle, as far as the form is filled in. It follows what is typed and chosen. */
export function LiveTicket({ form, values, banner, logo }: LiveTicketProps) {
  const { t } = useTranslation("raffles");
  const [typed, setTyped] = useState(values);
  const [chosen, setChosen] = useState<Chosen>({});
  const [isBare, setIsBare] = useState(false);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => {
      const data = new FormData(element);
      setTyped(readRaffleForm(data).values);
      setIsBare(data.has("removeLogo"));
    };
    const look = async ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || (target.name !== "banner" && target.name !== "logo")) return;
      const [file] = target.files ?? [];
      // A file that cannot be read is shown as none; a browser may have no OffscreenCanvas for the colour.
      const none = () => undefined;
      const picture = file && (await readPicture(file).catch(none));
      const accent = target.name === "logo" && { accent: picture && (await accentOfPicture(picture).catch(none)) };
      // Another one was chosen meanwhile.
      if (target.files?.[0] !== file) return;
      setChosen((before) => ({ ...before, [target.name]: picture, ...accent }));
    };
    element.addEventListener("input", read);
    element.addEventListener("change", look);
    return () => {
      element.removeEventListener("input", read);
      element.removeEventListener("change", look);
    };
  }, [form]);

  useEffect(() => setTyped(values), [values]);

  const { name, shopName, shopPlace, accentColor } = typed;
  const accent = accentColor && accentColor !== NO_ACCENT ? accentColor : chosen.accent;
  const stored = logo && !isBare ? pictureView("logo", logo.codeId, logo.mark) : undefined;
  const shop = {
    title: [shopName, shopPlace].filter(Boolean).join(", "),
    logo: chosen.logo ? { src: chosen.logo, width: 256, height: 256 } : stored,
  };
  const prizes = typed.prizes.map((prize) => prize.name.trim()).filter(Boolean);
  const first = prizes.slice(0, PRIZES_NAMED).join(", ");
  const more = prizes.length - PRIZES_NAMED;
  return (
    <aside className="live-ticket" aria-labelledby="live-ticket" style={accent ? accentStyle(accent) : undefined}>
      <h2 id="live-ticket">{t("preview.heading")}</h2>
      <div className="ticket">
        <div className="ticket-body live-ticket-picture">
          <img src={chosen.banner ?? banner} alt="" width={1200} height={630} decoding="async" />
        </div>
        <div className="ticket-stub">
          <ShopLine shop={shop} />
          <p className="live-ticket-name">{name.trim() || t("preview.name")}</p>
          {first && (
            <p>
              <b>{t("win.lead")}</b> {more > 0 ? t("win.more", { prizes: first, count: more }) : first}
            </p>
          )}
          <PlannedTimes typed={typed} />
          <span className="button button-primary" aria-hidden="true">
            {t("detail.join")}
          </span>
        </div>
      </div>
    </aside>
  );
}
