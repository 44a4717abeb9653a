import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { type RaffleFormValues, readRaffleForm } from "../read-raffle-form.ts";
import "./live-ticket.css";

/** As many as the first screen of a raffle names (src/raffles/read.ts). */
const PRIZES_NAMED = 2;

type LiveTicketProps = {
  readonly form: RefObject<HTMLFormElement | null>;
  /** What the form begins with, and what it has after rows were changed. */
  readonly values: RaffleFormValues;
  /** The address of the picture that the raffle has. */
  readonly banner: string;
};

/** The first screen of the raffle, as far as the form is filled in. It follows what is typed and chosen. */
export function LiveTicket({ form, values, banner }: LiveTicketProps) {
  const { t, i18n } = useTranslation("raffles");
  const [typed, setTyped] = useState(values);
  const [chosen, setChosen] = useState<string | null>(null);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => setTyped(readRaffleForm(new FormData(element)).values);
    const look = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== "banner") return;
      const [file] = target.files ?? [];
      if (file) readPicture(file, setChosen);
      else setChosen(null);
    };
    element.addEventListener("input", read);
    element.addEventListener("change", look);
    return () => {
      element.removeEventListener("input", read);
      element.removeEventListener("change", look);
    };
  }, [form]);

  useEffect(() => setTyped(values), [values]);

  const { name, shopName, shopPlace, dueDate } = typed;
  const shop = [shopName, shopPlace].filter(Boolean).join(", ");
  const prizes = typed.prizes.map((prize) => prize.name.trim()).filter(Boolean);
  const first = prizes.slice(0, PRIZES_NAMED).join(", ");
  const more = prizes.length - PRIZES_NAMED;
  const due = new Date(`${dueDate}Z`);
  return (
    <aside className="live-ticket" aria-labelledby="live-ticket">
      <h2 id="live-ticket">{t("preview.heading")}</h2>
      <div className="ticket">
        <div className="ticket-body live-ticket-picture">
          <img src={chosen ?? banner} alt="" width={1200} height={630} decoding="async" />
        </div>
        <div className="ticket-stub">
          {shop && <p className="live-ticket-shop">{t("shop.by", { shop })}</p>}
          <p className="live-ticket-name">{name.trim() || t("preview.name")}</p>
          {first && (
            <p>
              <b>{t("win.lead")}</b> {more > 0 ? t("win.more", { prizes: first, count: more }) : first}
            </p>
          )}
          <p>
            {Number.isNaN(due.getTime())
              ? t("preview.closes")
              : t("closes.on", { moment: formatShort(due, i18n.language as Language, "UTC") })}
          </p>
          <span className="button button-primary" aria-hidden="true">
            {t("detail.join")}
          </span>
        </div>
      </div>
    </aside>
  );
}

/** Reads a chosen picture as an address that an image can show: our policy allows no other for what is not stored. */
function readPicture(file: File, show: (address: string) => void): void {
  const reader = new FileReader();
  reader.addEventListener("load", () => show(String(reader.result)));
  reader.readAsDataURL(file);
}
