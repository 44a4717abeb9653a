import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import type { PublicWitness } from "#src/tlog/witness/stored-logs.ts";
import { DrawChecks } from "../../draw-checks/draw-checks.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { Souvenir } from "../../souvenir/souvenir.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { Scene } from "../../ui/scene.tsx";
import { MoreOfShop } from "../../ui/shop-line/more-of-shop.tsx";
import { WinnerSays } from "../../ui/winner-says/winner-says.tsx";
import type { DrawView } from "./draw-view.ts";
import { DrawnPrizes } from "./drawn-prizes.tsx";
import script from "./drive-draw.ts?inline-script";
import { FairFrames } from "./fair-frames.tsx";
import { LockDetails } from "./lock-details.tsx";
import { OnlyYou } from "./only-you.tsx";
import "./draw.css";

type DrawPageProps = {
  readonly draw: DrawView;
  readonly shop: { readonly name: string; readonly page: string | undefined };
  /** Whether there is a certificate that the list was checked. */
  readonly isChecked: boolean;
  /** The witnesses that this site names. */
  readonly witnesses: readonly PublicWitness[];
};

/** A locked raffle: the winners first, then whether it was fair, which the visitor's own device finds out. */
export function DrawPage({ draw, shop, witnesses, isChecked }: DrawPageProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const { codeId, tickets, pinned } = draw;
  return (
    <article className="draw-page">
      <ReloadAfter seconds={draw.reloadAfter} />
      <PageHeading title={t("result.heading", { name: draw.name })} lead={draw.lead || t("result.lead")} />
      <Glance />
      {draw.prizes ? (
        <DrawnPrizes {...draw} prizes={draw.prizes} />
      ) : (
        <>
          <Notice kind="info">
            {t(draw.overdue ? "result.overdue" : draw.waitsUntil ? "result.waitingForShow" : "result.waiting", {
              ...timestamp(draw.roundAt),
              until: draw.waitsUntil,
            })}
          </Notice>
          <p className="hint">{draw.counted}</p>
        </>
      )}
      {draw.thanks !== "" && <p className="shop-thanks">{draw.thanks}</p>}
      {draw.words.length > 0 && <WinnerWords words={draw.words} codeId={codeId} />}
      <DrawChecks
        script={script}
        files={{ raffle: codeId, tickets, pinned }}
        witnesses={witnesses}
        below={
          <>
            <OnlyYou draw={draw} />
            <FairFrames />
          </>
        }
        inFold={<LockDetails draw={draw} />}
      />
      {draw.unknown !== "" && <p>{draw.unknown}</p>}
      {draw.souvenir && <Souvenir {...draw.souvenir} />}
      <p>
        <a href={`/raffle/${codeId}`}>{t("result.toRaffle")}</a>
        {draw.souvenir && (
          <>
            {" · "}
            <a href={`/raffle/${codeId}/certificate`}>{t("certificate.get")}</a>
          </>
        )}
        {isChecked && (
          <>
            {" · "}
            <a href={`/raffle/${codeId}/list-check`}>{t("listCheck.get")}</a>
          </>
        )}
      </p>
      <MoreOfShop shop={shop} />
    </article>
  );
}

/** Whether it was fair, in a line that the script keeps as true as what it has checked. */
function Glance() {
  const { t } = useTranslation("draws");
  const states = ["working", "stopped", "hindered", "right", "wrong", "not-drawn-yet"] as const;
  const texts = JSON.stringify(Object.fromEntries(states.map((state) => [state, t(`checks.glance.${state}`)])));
  return (
    <p className="draw-glance">
      <a href="#fair" data-glance={texts}>
        {t("checks.glance.stopped")}
      </a>
    </p>
  );
}

/** What winners say, in their own words and pictures. */
function WinnerWords({ words, codeId }: { readonly words: DrawView["words"]; readonly codeId: string }) {
  const { t } = useTranslation("draws");
  return (
    <section aria-labelledby="words">
      <h2 id="words">{t("result.words")}</h2>
      <ul className="winners-say">
        {words.map(({ name, prize, ...said }) => (
          <li key={said.claimId}>
            <WinnerSays codeId={codeId} {...said}>
              {[name ?? `#${said.ticket}`, prize].join(" · ")}
            </WinnerSays>
          </li>
        ))}
      </ul>
    </section>
  );
}

type NotLockedProps = {
  readonly raffle: { readonly codeId: string; readonly name: string; readonly drawDate: Date };
  readonly outlook: Outlook;
};

/** The page of a draw before its list is locked: there is nothing to check yet. */
export function NotLocked({ raffle, outlook }: NotLockedProps) {
  const { t } = useTranslation(["draws", "raffles"]);
  const timestamp = useTimestamps();
  const text = () => {
    if (outlook === "empty" || outlook === "nobody-in-play") return t(`raffles:detail.nothingToDraw.${outlook}`);
    if (outlook === "over") return t("raffles:detail.over", timestamp(raffle.drawDate));
    return `${t("result.notLocked")} ${t("result.earliest", timestamp(raffle.drawDate))}`;
  };
  return (
    <>
      <PageHeading title={t("result.heading", { name: raffle.name })} lead={t("result.lead")} />
      <Scene name="lantern" />
      <Notice kind="info">{text()}</Notice>
      <div className="actions">
        {outlook === "empty" ? (
          <ButtonLink label={t("result.toRaffle")} look="primary" href={`/raffle/${raffle.codeId}`} />
        ) : (
          <ButtonLink label={t("result.toPlan")} look="primary" href={`/raffle/${raffle.codeId}#draw-plan`} />
        )}
      </div>
    </>
  );
}
