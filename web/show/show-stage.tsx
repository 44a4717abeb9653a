import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { ShowState } from "#src/draws/show/rules.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { usePageTexts } from "../page/page-texts.tsx";
import { DrumScene } from "../ui/drum/drum-scene.tsx";
import type { ShowData } from "./drive-show.ts";
import script from "./drive-show.ts?inline-script";
import { type Card, SCENES, type SceneKind, type ShowWords, sceneOf } from "./scene.ts";
import "./show-stage.css";

type ShowStageProps = {
  readonly state: ShowState;
  /** The server's time, in ms since 1970. */
  readonly now: number;
  /** The site's, for times where no script counts down to them. */
  readonly timeZone: string;
  /** The shop's colours (web/page/views/accent-style.ts). */
  readonly style?: CSSProperties | undefined;
  /**
   * The states after `state` of a practice, which needs no server: its stage says that it is one, and has a button that
   * goes on. Without it, the stage follows the raffle's own show. `goesOn` is where a rehearsal does.
   */
  readonly practice?: { readonly steps: readonly ShowState[]; readonly goesOn: string | null };
};

/** The stage of a draw: what waits, the drum, and the winners as they are revealed. */
export function ShowStage({ state, now, timeZone, style, practice }: ShowStageProps) {
  const { t } = useTranslation("draws");
  const { nonce, language } = usePageTexts();
  const words = useShowWords();
  const scene = sceneOf(state, now, words, language);
  const at = scene.until && formatTimestamp(new Date(scene.until.at), language, timeZone);
  const { raffle } = state;
  // Who comes to a stage on which nothing has happened looks for the winners.
  const isKnown = state.isAnnounced && state.step === 0;
  const follows = {
    "data-events": `/api/raffles/${raffle}/show/events`,
    "data-current": `/api/raffles/${raffle}/show`,
  };
  const data: ShowData = { state, now, words, steps: practice?.steps ?? [] };
  return (
    <section className="show" style={style} data-show data-kind={scene.kind} {...(practice ? {} : follows)}>
      {practice && <p className="show-band">{t("live.practice")}</p>}
      <header className="show-head">
        <h1>
          <a href={practice ? `/open-desk/${raffle}` : `/raffle/${raffle}`}>{state.name}</a>
        </h1>
        <div className="actions needs-script">
          <button type="button" className="button" aria-pressed="false" data-part="sound">
            {t("live.sound")}
          </button>
          <button type="button" className="button" data-part="full">
            {t("live.full")}
          </button>
        </div>
      </header>
      <div className="show-drum" data-part="drum">
        <DrumScene />
      </div>
      <div className="show-words">
        <p className="show-kicker" data-part="kicker">
          {scene.kicker}
        </p>
        <h2 data-part="heading">{scene.heading}</h2>
        <p className="show-text" data-part="text">
          {scene.text}
        </p>
        <p className="show-until">
          <span data-part="until">{scene.until?.label}</span> <b role="timer" data-part="clock" />
          {at && (
            <noscript>
              {at.date}, {at.time}
            </noscript>
          )}
        </p>
        <ol className="show-cards" data-part="cards">
          {scene.cards.map(CardItem)}
        </ol>
        {isKnown && !practice && (
          <a className="button button-primary show-known" href={`/raffle/${raffle}/draw`}>
            {t("live.winners")}
          </a>
        )}
        {practice && (
          <button type="button" className="button button-primary needs-script" data-part="next">
            {t("live.next")}
          </button>
        )}
      </div>
      <ul className="show-prizes" data-part="prizes" style={{ "--scale": scene.scale } as CSSProperties}>
        {scene.prizes.map(({ name, cards, note }) => (
          <li key={name} className="show-prize">
            <h3>{name}</h3>
            <ol className="show-cards">{cards.map(CardItem)}</ol>
            <p className="hint">{note}</p>
          </li>
        ))}
      </ul>
      <footer className="show-check">
        <p hidden={scene.sixWords === ""} data-part="lock">
          {t("live.sixWords")} <b data-part="six-words">{scene.sixWords}</b>
        </p>
        <span className="actions">
          {!practice && (
            <a className="button needs-script show-souvenir" href={`/raffle/${raffle}/draw#souvenir`}>
              {t("live.souvenir")}
            </a>
          )}
          <a className="button" href={practice?.goesOn ?? `/raffle/${raffle}/draw`}>
            {t(practice?.goesOn ? "live.goesOn" : "live.check")}
          </a>
        </span>
      </footer>
      <p className="visually-hidden" role="status" data-part="said" />
      <script
        type="application/json"
        data-part="data"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, "<" escaped
        dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash */}
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </section>
  );
}

function CardItem({ ticket, name }: Card) {
  return (
    <li key={ticket} className="show-card">
      <b>{ticket}</b> <span>{name}</span>
    </li>
  );
}

/** The texts of a stage in the page's language. */
function useShowWords(): ShowWords {
  const { t } = useTranslation("draws");
  const raw = { skipInterpolation: true };
  const byKind = (textOf: (kind: SceneKind) => string) =>
    Object.fromEntries(SCENES.map((kind) => [kind, textOf(kind)])) as Record<SceneKind, string>;
  return {
    title: byKind((kind) => t(`live.title.${kind}`, raw)),
    text: byKind((kind) => t(`live.text.${kind}`, raw)),
    turningOne: t("live.turningOne"),
    announced: t("live.announced"),
    until: { open: t("live.until.open"), checking: t("live.until.checking"), locked: t("live.until.locked") },
    days: t("live.days", raw),
    noName: t("live.noName"),
    nobody: t("result.nobody"),
    notGiven: t("result.notGivenShort"),
    more: t("live.more", raw),
  };
}
