import { data, redirectDocument } from "react-router";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { announceNow } from "#src/draws/announcing/announce-winners.ts";
import { openPool } from "#src/draws/checking/open-pool.ts";
import { drawFromPasted, type PasteRefusal } from "#src/draws/drawing/draw-raffle.ts";
import { lockAsOrganiser } from "#src/draws/lock/lock-as-organiser.ts";
import type { LockRefusal } from "#src/draws/lock/lock-list.ts";
import { countLeftOut } from "#src/draws/mails/fan-out.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import { findDraw } from "#src/draws/read.ts";
import { advanceShow, endShow } from "#src/draws/show/move-show.ts";
import { readShowStep } from "#src/draws/show/read.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { readErasing } from "#src/entries/retention/retention.ts";
import { findShortPrizes } from "#src/entries/standing/candidates.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import type { EditRefusal } from "#src/raffles/lifecycle/edit-raffle.ts";
import { setPublished } from "#src/raffles/lifecycle/publish.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/draw-desk.route.ts";
import { DrawDesk } from "./draw-desk.tsx";
import { drawDeskView } from "./draw-desk-view.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const [raffle, totals, lockAt, draw, showStep, leftOut] = await Promise.all([
    raffleOf(args.context, scope.raffleId),
    countEntries(site.db, scope),
    readLockAt(site.db, scope),
    findDraw(site.db, scope.raffleId),
    readShowStep(site.db, scope.raffleId),
    countLeftOut(site.db, scope),
  ]);
  // Each entry is read for it, so only while something can be done about it.
  const short = draw || raffle.open || totals.total === 0 ? [] : await findShortPrizes(site.db, scope, raffle, totals);
  const erased = totals.total === 0 && (await readErasing(site.db, scope)) !== null;
  return {
    desk: drawDeskView({ raffle, totals, short, erased, lockAt, draw, showStep, leftOut }, site, language),
    checked: new URL(args.request.url).searchParams.has("checked"),
    meta: {
      path: "draw-desk",
      description: translate(language, { key: "draws:desk.description" }),
      ...partOfRaffle(raffle),
    },
  };
}

type DeskRefusal = EditRefusal | LockRefusal | PasteRefusal | ChallengeRefusal | Refusal<"not-drawn" | "not-found">;

/** Locking asks first, on the page itself, because nobody can undo it. */
export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const { request, context } = args;
  const form = await readForm(request, context.get(visitorContext).language);
  const site = context.get(siteContext);
  const intent = formText(form, "intent");
  const typed = intent === "draw" ? formText(form, "beacon") : null;
  // Only "lock" locks: whatever else comes is asked first.
  if (!["lock", "draw", "advance", "end", "announce", "everybody", "hide"].includes(intent))
    return { asked: true, typed, refusal: null };
  const work = async (): Promise<Outcome<unknown, DeskRefusal>> => {
    switch (intent) {
      case "draw":
        return drawFromPasted(site, scope, typed ?? "");
      case "advance":
        return advanceShow(site, scope, Number(formText(form, "step")));
      case "everybody":
        return openPool(
          { ...site, timeZone: site.config.timeZone, ...countedVisitor(context, form) },
          scope,
          formText(form, "prize"),
        );
      case "hide":
        return setPublished(site, scope, false);
      case "announce":
        return announceNow(site, scope);
      case "end":
        return endShow(site, scope);
      default:
        return lockAsOrganiser({ ...site, ...countedVisitor(context, form) }, scope);
    }
  };
  const outcome = await attempt(context, work, form);
  // Who presses again after a lost answer sees the locked list.
  if (!outcome.ok && outcome.refusal.reason !== "list-locked") {
    return data({ asked: false, typed, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  }
  return redirectDocument(request.url, 303);
}

export default function DrawDeskPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = actionData ?? { asked: false, typed: null, refusal: null };
  return <DrawDesk desk={loaderData.desk} accessCode={params.accessCode} checked={loaderData.checked} {...result} />;
}
