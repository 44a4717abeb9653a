import { renderSVG } from "uqr";
import { readOutlook } from "#src/draws/outlook.ts";
import { readRevealedWinners } from "#src/draws/result-card.ts";
import { isForTrial } from "#src/events/rules.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { editEmbedSettings, readEmbedSettings } from "#src/raffles/embed/embed-settings.ts";
import { raffleDescription, raffleView } from "../../page/views/raffle-view.ts";
import { shareText } from "../../page/views/share-text.ts";
import { formText } from "../../requests/form-text.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { ShareRaffle } from "./share-raffle.tsx";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader(
  "desk:share.description",
  async ({ context, url, site, language, timeZone, scope, raffle }) => {
    const settings = await readEmbedSettings(site.db, scope.raffleId);
    if (!settings) throw refusalPage(context, { reason: "raffle-not-found" });
    const { codeId, name, version } = raffle;
    const { origin } = site.config;
    const link = new URL(`/raffle/${codeId}`, origin).href;
    const asked = url.searchParams.get("text");
    const textLanguage = LANGUAGES.find((known) => known === asked) ?? language;
    const outlook = await readOutlook(site.db, raffle, site.clock());
    const facts = { ...raffle, outlook, winners: raffle.drawnAt ? await readRevealedWinners(site.db, raffle) : null };
    return {
      raffle: { codeId, name, version, open: raffle.open },
      link,
      qrCode: renderSVG(link, { border: 2 }),
      description: raffleDescription(raffleView(raffle, site, language), site, language),
      isShown: facts.winners !== null,
      message: {
        text: shareText(facts, { now: site.clock(), language: textLanguage, timeZone }),
        link: raffle.lockedAt ? `${link}/draw` : link,
        language: textLanguage,
      },
      embed: { codeId, name, origin, settings },
    };
  },
);

/** Says who may show the raffle on their website. */
export const action = deskAction({
  read: (form) => ({
    embedSites: formText(form, "embedSites"),
    embedAnywhere: formText(form, "embedAnywhere") === "yes",
  }),
  change: ({ deps, site, scope, typed }) =>
    editEmbedSettings({ ...deps, isTrial: isForTrial(site.config.origin) }, scope, typed),
});

export default ShareRaffle;
