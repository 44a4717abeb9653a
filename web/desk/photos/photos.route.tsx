import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import { accept } from "#src/base/outcome.ts";
import { decidePhoto } from "#src/earning/photos/decide-photo.ts";
import { countWaiting, readPhoto } from "#src/earning/photos/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { TextField } from "../../forms/fields.tsx";
import { ErrorSummary, RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { pathTo } from "../../requests/path-to.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { staffAction, staffLoader } from "../desk-screen.ts";
import type { Route } from "./+types/photos.route.ts";
import "./photos.css";

export const handle: PageHandle = { forms: true, leavesDesk: "with-pass" };

/** Reasons of one tap. */
const REASONS = ["unreadable", "other", "old", "used"] as const;

const REFUSE = "refuse:";

const DONE = ["accepted", "refused"] as const;

export const loader = staffLoader("check-photos", "photos:desk.description", async (screen) => {
  const { url, site, scope, raffle, params } = screen;
  const rules = raffle.rules.filter(({ proof }) => proof === "photo");
  const asked = { id: url.searchParams.get("photo"), after: url.searchParams.get("after") };
  const photo = rules.length > 0 ? await readPhoto(site.db, scope, site.secret, asked) : null;
  const proof = params.accessCode === undefined ? "" : `/${params.accessCode}`;
  const rule = rules.find(({ id }) => id === photo?.ruleId);
  return {
    codeId: raffle.codeId,
    hasRule: rules.length > 0,
    waiting: await countWaiting(site.db, scope),
    photo: photo && { ...photo, rule: rule?.details ?? "", drops: rule?.drops ?? 0 },
    screen: `/photos/${raffle.codeId}${proof}`,
    file: `/photo-file/${raffle.codeId}${proof}`,
    done: DONE.find((is) => is === url.searchParams.get("done")) ?? null,
  };
});

export const action = staffAction("check-photos", {
  read: (form) => ({ reason: formText(form, "reason") }),
  change: async ({ site, deps, scope, params, form, intent, typed, language }) => {
    const photoId = formText(form, "photo");
    const isAccepted = intent === "accept";
    const chosen = REASONS.find((one) => intent === `${REFUSE}${one}`);
    const photo = chosen && (await readPhoto(site.db, scope, site.secret, { id: photoId, after: null }));
    // The entrant reads it.
    const reader = LANGUAGES.find((one) => one === photo?.language) ?? language;
    const reason = chosen ? translate(reader, { key: `photos:desk.reasons.${chosen}` }) : typed.reason;
    const decided = await decidePhoto(deps, scope, { photoId, isAccepted, reason });
    if (!decided.ok) return decided;
    const query = new URLSearchParams({ done: isAccepted ? "accepted" : "refused", after: photoId });
    return accept(redirectDocument(`${pathTo("photos", params.raffleCode, params.accessCode)}?${query}`, 303));
  },
});

type View = Route.ComponentProps["loaderData"];
type Result = Route.ComponentProps["actionData"];

/** A queue for the thumb: one photo at a time, and the buttons that decide it always in reach. */
export default function Photos({ loaderData: view, actionData: result, params }: Route.ComponentProps) {
  const { t } = useTranslation(["photos", "claims"]);
  const { waiting, photo, done } = view;
  // One line, so that the next photo and its buttons stand on the first screen.
  const lead = [
    ...(done && !result ? [t(`desk.${done}`)] : []),
    ...(waiting > 0 ? [t("desk.lead", { count: waiting })] : []),
  ];
  return (
    <>
      <PageHeading title={t("desk.heading")} lead={lead.join(" ")} />
      {!photo && <NoPhoto {...view} result={result} />}
      {photo && (
        <div className="photo-queue">
          <Shown {...view} photo={photo} />
          {photo.state === "waiting" && <Decision {...view} photo={photo} result={result} />}
        </div>
      )}
      {params.accessCode === undefined && (
        <div className="actions">
          <ButtonLink label={t("helpers.toHome", { ns: "claims" })} href={`/helping/${view.codeId}`} />
        </div>
      )}
    </>
  );
}

/** None waits, or the one that was asked for is gone with its entry: then the queue goes on. */
function NoPhoto({ waiting, hasRule, screen, result }: View & { readonly result: Result }) {
  const { t } = useTranslation("photos");
  return (
    <>
      {result?.refusal && <ErrorSummary heading={t("desk.failed")} refusal={result.refusal} />}
      {waiting === 0 && <Notice kind="info">{t(hasRule ? "desk.none" : "desk.noRule")}</Notice>}
      {waiting > 0 && (
        <div className="actions">
          <ButtonLink label={t("desk.toQueue")} href={screen} />
        </div>
      )}
    </>
  );
}

type Photo = NonNullable<View["photo"]>;

/** What is flagged, the photo, larger when it is tapped, what it has to show, and what was typed. */
function Shown({ photo, file, screen }: View & { readonly photo: Photo }) {
  const { t } = useTranslation("photos");
  const timestamp = useTimestamps();
  const { id, firstName, lastName, entryCode, rule, number, uploadedAt, alike, state } = photo;
  const name = `${firstName} ${lastName}`;
  return (
    <>
      {alike.length > 0 && (
        <div className="notice notice-info photo-alike" role="status">
          <strong>{t("desk.alike.heading")}</strong>
          <ul>
            {alike.map((other) => (
              <li key={other.id}>
                <a href={`${screen}?photo=${other.id}`}>
                  {t(`desk.alike.${other.by}`, {
                    entryCode: other.entryCode,
                    state: t(`desk.state.${other.state}`),
                  })}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <label className="photo-zoom">
        <input type="checkbox" className="visually-hidden" />
        <span className="visually-hidden">{t("desk.zoom")}</span>
        <img src={`${file}?photo=${id}`} alt={t("desk.picture", { name })} />
      </label>
      <p className="photo-facts">
        <strong>{rule}</strong>
        <br />
        {number === "" ? t("desk.noNumber") : t("desk.number", { number })}
        <br />
        {[name, entryCode].join(" · ")}
        <br />
        <small>{t("desk.uploaded", timestamp(uploadedAt))}</small>
      </p>
      {state !== "waiting" && (
        <div className="stack-2">
          <p>{t("desk.decided", { state: t(`desk.state.${state}`) })}</p>
          <div className="actions">
            <ButtonLink label={t("desk.toQueue")} href={screen} />
          </div>
        </div>
      )}
    </>
  );
}

type DecisionProps = View & { readonly photo: Photo; readonly result: Result };

/** Accepting is one tap; refusing opens the usual reasons above the same bar. */
function Decision({ photo, screen, waiting, result }: DecisionProps) {
  const { t } = useTranslation("photos");
  const action = `${screen}?photo=${photo.id}`;
  const isOwn = result?.intent === "refuse";
  const id = <input type="hidden" name="photo" value={photo.id} />;
  return (
    <>
      <RefusableForm
        className="photo-decision"
        action={action}
        heading={t("desk.failed")}
        failed={t("desk.failed")}
        refusal={isOwn ? null : result?.refusal}
      >
        {id}
        <Submit
          label={t("desk.accept", { drops: t("desk.drops", { count: photo.drops }) })}
          look="primary"
          intent="accept"
        />
        <details>
          <summary className="button">{t("desk.refuse")}</summary>
          <fieldset>
            <legend>{t("desk.why")}</legend>
            {REASONS.map((reason) => (
              <Submit key={reason} label={t(`desk.reasons.${reason}`)} intent={`${REFUSE}${reason}`} />
            ))}
          </fieldset>
        </details>
      </RefusableForm>
      <RefusableForm
        action={action}
        draft={`photo:${photo.id}`}
        heading={t("desk.failed")}
        failed={t("desk.failed")}
        refusal={isOwn ? result?.refusal : null}
      >
        {id}
        <TextField
          name="reason"
          label={t("desk.ownReason")}
          maxLength={MAX_REASON}
          defaultValue={isOwn ? (result?.typed.reason ?? "") : ""}
          autoComplete="off"
        />
        <div className="actions">
          <Submit label={t("desk.refuseOwn")} intent="refuse" />
          {waiting > 1 && <ButtonLink label={t("desk.next")} look="quiet" href={`${screen}?after=${photo.id}`} />}
        </div>
      </RefusableForm>
    </>
  );
}
