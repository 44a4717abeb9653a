import { data } from "react-router";
import { renderSVG } from "uqr";
import { readOutlook } from "#src/draws/outlook.ts";
import { readRevealedWinners } from "#src/draws/result-card.ts";
import { isForTrial } from "#src/events/rules.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { editEmbedSettings, readEmbedSettings } from "#src/raffles/embed/embed-settings.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleDescription, raffleView } from "../../page/views/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/share-raffle.route.ts";
import { ShareRaffle } from "./share-raffle.tsx";
import { shareText } from "./share-text.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const [raffle, settings] = await Promise.all([
    raffleOf(args.context, scope.raffleId),
    readEmbedSettings(site.db, scope.raffleId),
  ]);
  if (!settings) throw refusalPage(args.context, { reason: "raffle-not-found" });
  const { codeId, name, version } = raffle;
  const { origin, timeZone } = site.config;
  const link = new URL(`/raffle/${codeId}`, origin).href;
  const asked = new URL(args.request.url).searchParams.get("text");
  const textLanguage = LANGUAGES.find((known) => known === asked) ?? language;
  const outlook = await readOutlook(site.db, raffle, site.clock());
  const facts = { ...raffle, outlook, winners: raffle.drawnAt ? await readRevealedWinners(site.db, raffle) : null };
  return {
    share: {
      raffle: { codeId, name, version },
      link,
      qrCode: renderSVG(link, { border: 2 }),
      description: raffleDescription(raffleView(raffle, site, language), language),
      isShown: facts.winners !== null,
      message: {
        text: shareText(facts, { now: site.clock(), language: textLanguage, timeZone }),
        link: raffle.lockedAt ? `${link}/draw` : link,
        language: textLanguage,
      },
      embed: { codeId, name, origin, settings },
    },
    meta: {
      path: "share-raffle",
      description: translate(language, { key: "desk:share.description" }),
      ...partOfRaffle({ codeId, name }),
    },
  };
}

/** Says who may show the raffle on their website. */
export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const typed = {
    embedSites: formText(form, "embedSites"),
    embedAnywhere: formText(form, "embedAnywhere") === "yes",
  };
  const { db, clock, config } = args.context.get(siteContext);
  const deps = { db, clock, isTrial: isForTrial(config.origin) };
  const outcome = await attempt(args.context, () => editEmbedSettings(deps, scope, typed), form);
  if (outcome.ok) return data({ typed: null, refusal: null });
  return data({ typed, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function ShareRafflePage({ loaderData, actionData }: Route.ComponentProps) {
  return <ShareRaffle {...loaderData.share} sent={actionData ?? null} />;
}
