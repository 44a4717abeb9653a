import { useTranslation } from "react-i18next";
import { ClaimScreen } from "../../site/claim/claim-screen.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { PairCheck } from "../check-entries/pair-check.tsx";
import { VoucherResult } from "../voucher/voucher-check.tsx";
import type { Route } from "./+types/rehearse.route.ts";
import type { RehearsedMail } from "./rehearsed-mails.ts";
import { REHEARSED } from "./steps.ts";
import "./rehearse.css";

type View = Route.ComponentProps["loaderData"];

/** One step of the evening: what the organiser does, what everybody gets, and the screens as they will be. */
export function Rehearsal({ loaderData }: Route.ComponentProps) {
  const { step, screen, today, show } = loaderData;
  const { t } = useTranslation(["desk", "draws"]);
  /** Buttons and pages as the texts name them. */
  const named = {
    lock: t("draws:desk.lock"),
    draw: t("head.tab.draw"),
    voucher: t("today.counter.voucher"),
    today: t("head.tab.overview"),
  };
  const place = REHEARSED.indexOf(step);
  const [before, next] = [REHEARSED[place - 1], REHEARSED[place + 1]];
  const point = loaderData.points.find(({ name }) => name === step);
  return (
    <article className="stack-4">
      <PageHeading title={t("rehearse.heading")} lead={t("rehearse.lead")} />
      <ol className="rehearse-steps">
        {REHEARSED.map((name, index) => (
          <li key={name}>
            <a href={`${screen}?step=${name}`} aria-current={name === step ? "step" : undefined}>
              {index + 1}
              <span className="rehearse-name"> {t(`rehearse.step.${name}`)}</span>
            </a>
          </li>
        ))}
      </ol>
      {loaderData.decided && <Notice kind="success">{t(`rehearse.decided.${loaderData.decided}`)}</Notice>}
      <section className="stack-2" aria-labelledby="step">
        <h2 id="step">{t(`rehearse.step.${step}`)}</h2>
        {point?.at && <time dateTime={point.at.iso}>{point.at.text}</time>}
        <h3>{t("rehearse.you")}</h3>
        <p>{t(`rehearse.do.${doneAt(loaderData)}`, named)}</p>
        {point && (
          <>
            <h3>{t("rehearse.everybody")}</h3>
            <ul>
              {point.gets.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <RealScreens {...loaderData} />
      <div className="actions">
        {step === "draw" && <ButtonLink label={t("rehearse.show")} look="primary" href={show} />}
        {next ? (
          <ButtonLink
            label={t("rehearse.next", { step: t(`rehearse.step.${next}`) })}
            look={step === "closes" || step === "list" ? "primary" : undefined}
            href={`${screen}?step=${next}`}
          />
        ) : (
          <ButtonLink label={t("rehearse.end", named)} href={today} />
        )}
        {before && <ButtonLink label={t("rehearse.back")} look="quiet" href={`${screen}?step=${before}`} />}
      </div>
    </article>
  );
}

/** What the organiser does at a step, which depends on how the list locks and how winners are announced and reached. */
function doneAt({ step, withShow, isMailed, locksItself }: View) {
  if (step === "list" && locksItself) return "listSelf";
  if (step === "draw" && withShow) return "drawShow";
  return step === "claims" && !isMailed ? "claimsCall" : step;
}

/** The screens and mails of a step. Their buttons lead on in the rehearsal. */
function RealScreens({ screen, raffle, pair, mail, claim, voucher }: View) {
  const { t } = useTranslation("desk");
  if (!pair && !mail && !claim && !voucher) return null;
  const used = voucher?.state === "used" ? { intent: "use", refusal: null, done: voucher } : undefined;
  return (
    <section className="stack-3" aria-label={t("rehearse.looks")}>
      {mail && <MailView mail={mail} />}
      {(pair || claim || voucher) && (
        <div id="page" className="rehearse-screen stack-4">
          {pair && <PairCheck check={pair} />}
          {claim && <ClaimScreen loaderData={claim} actionData={undefined} />}
          {voucher && (
            <VoucherResult
              voucher={voucher}
              result={used}
              typed={{ code: "", raffle: "", reason: "" }}
              raffles={[raffle]}
              screen={screen}
            />
          )}
        </div>
      )}
    </section>
  );
}

function MailView({ mail: { subject, html } }: { readonly mail: RehearsedMail }) {
  const { t } = useTranslation("desk");
  return (
    <figure className="rehearse-mail">
      <figcaption>
        <span className="hint">{t("rehearse.mail")}</span> <strong>{subject}</strong>
      </figcaption>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the template of mails escapes all that somebody wrote */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </figure>
  );
}
