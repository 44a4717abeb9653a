import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { accentOf } from "#src/raffles/pictures/accent.ts";
import { lockAtOf, possibleDrawDate } from "#src/raffles/timeline/timeline.ts";
import { accentStyle } from "../../page/views/accent-style.ts";
import { pictureView } from "../../page/views/picture-view.ts";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { drawDateOf } from "./due-choice.ts";
import { NO_ACCENT, type RaffleFormValues, readRaffleForm } from "./read-raffle-form.ts";
import "./raffle-form.css";

/** As many as the first screen of a raffle names (src/raffles/read.ts). */
const PRIZES_NAMED = 2;

type LiveTicketProps = {
  readonly form: RefObject<HTMLFormElement | null>;
  /** What the form begins with, and what it has after rows were changed. */
  readonly values: RaffleFormValues;
  readonly banner: string;
  readonly logo: { readonly codeId: string; readonly mark: string } | null;
  /** Then its times are fixed, and others than the plan's: the desk names them. */
  readonly isLocked?: boolean | undefined;
};

/** The pictures that were chosen, as addresses, and the colour that the server will take from the logo. */
type Chosen = { readonly banner?: string; readonly logo?: string; readonly accent?: string };

/** The first screen of the raffle, as far as the form is filled in. It follows what is typed and chosen. */
export function LiveTicket({ form, values, banner, logo, isLocked = false }: LiveTicketProps) {
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
  const tasks = typed.rules
    .map(({ details }) => details.trim())
    .filter(Boolean)
    .join(" · ");
  return (
    <aside
      className="live-ticket stack-2"
      aria-labelledby="live-ticket"
      style={accent ? accentStyle(accent) : undefined}
    >
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
          {tasks && <p>{t("preview.rules", { rules: tasks })}</p>}
          {!isLocked && <PlannedTimes typed={typed} />}
          <span className="button button-primary" aria-hidden="true">
            {t("detail.join")}
          </span>
        </div>
      </div>
    </aside>
  );
}

/** Reads a chosen picture as an address that an image can show: our policy allows no other for what is not stored. */
function readPicture(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(String(reader.result)));
  reader.addEventListener("error", reject);
  reader.readAsDataURL(file);
  return promise;
}

/** Enough pixels to count colours in, as on the server (picture-work.ts). */
const SIDE = 64;

/** The colour that a raffle takes from a logo; none of a file that is no picture, or has no colour. */
async function accentOfPicture(address: string): Promise<string | undefined> {
  const image = new Image();
  image.src = address;
  const canvas = new OffscreenCanvas(SIDE, SIDE).getContext("2d");
  if (
    !canvas ||
    !(await image.decode().then(
      () => true,
      () => false,
    ))
  )
    return undefined;
  canvas.fillStyle = "#fff";
  canvas.fillRect(0, 0, SIDE, SIDE);
  canvas.drawImage(image, 0, 0, SIDE, SIDE);
  const pixels = canvas.getImageData(0, 0, SIDE, SIDE).data.filter((_, at) => at % 4 < 3);
  return accentOf(new Uint8Array(pixels)) || undefined;
}

type TypedTimes = Pick<RaffleFormValues, "dueDate" | "drawDate" | "checkMinutes" | "leadMinutes">;

/** When the typed raffle closes, locks its list and is drawn, by the same rules as on all its pages. */
function PlannedTimes({ typed }: { readonly typed: TypedTimes }) {
  const { t, i18n } = useTranslation("raffles");
  // The form names times of the site's own zone. Counting them in UTC needs no data of time zones.
  const [dueDate, drawDate] = [new Date(`${typed.dueDate}Z`), new Date(`${drawDateOf(typed)}Z`)];
  const [checkMinutes, leadMinutes] = [Number(typed.checkMinutes), Number(typed.leadMinutes)];
  const times = { dueDate, drawDate, checkMinutes, leadMinutes };
  const draw = possibleDrawDate(times);
  if (Number.isNaN(dueDate.getTime())) return <p>{t("preview.closes")}</p>;
  const say = (moment: Date) => ({ moment: formatShort(moment, new Date(), i18n.language as Language, "UTC") });
  const isTooEarly = typed.drawDate !== "" && drawDate < dueDate;
  return (
    <>
      <p>{t("closes.on", say(dueDate))}</p>
      {isTooEarly && <p>{t("preview.drawBeforeDue")}</p>}
      {!isTooEarly && !Number.isNaN(draw.getTime()) && (
        <>
          <p>{t(lockAtOf(times) > dueDate ? "preview.locks" : "preview.locksAtOnce", say(lockAtOf(times)))}</p>
          <p>{t(typed.drawDate && drawDate < draw ? "preview.moved" : "preview.draw", say(draw))}</p>
        </>
      )}
    </>
  );
}
