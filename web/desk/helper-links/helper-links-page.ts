import type { RouterContextProvider } from "react-router";
import { renderSVG } from "uqr";
import type { OrganiserScope } from "#src/access/scope.ts";
import { listHelpers, makeHelper, revokeHelper } from "#src/access/staff/helper-links.ts";
import { accept } from "#src/base/outcome.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { translate } from "#src/i18n/translate.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText, typedPermissions } from "../../requests/form-text.ts";
import { raffleOf } from "../../requests/raffle.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

type Context = Readonly<RouterContextProvider>;

/** What became of the form: a link that is shown this once, an end, or a refusal with what was typed. */
export type HelperLinkResult =
  | { readonly is: "made"; readonly name: string; readonly link: string; readonly qrCode: string }
  | { readonly is: "ended"; readonly name: string }
  | {
      readonly is: "refused";
      readonly refusal: RefusalView;
      readonly typed: { readonly name: string; readonly permissions: readonly string[] };
    };

/** Loads the raffle's links. */
export async function loadHelperLinks(context: Context, scope: OrganiserScope) {
  const { db, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await raffleOf(context, scope.raffleId);
  const { timeZone } = config;
  const links = await listHelpers(db, scope);
  return {
    codeId: raffle.codeId,
    raffle: raffle.name,
    links: links.map(({ createdAt, lastUsedAt, ...link }) => ({
      ...link,
      created: formatTimestamp(createdAt, language, timeZone),
      used: lastUsedAt && formatTimestamp(lastUsedAt, language, timeZone),
    })),
    meta: {
      path: "helpers",
      description: translate(language, { key: "claims:helpers.description" }),
      ...partOfRaffle(raffle),
    },
  };
}

export type HelperLinksView = Awaited<ReturnType<typeof loadHelperLinks>>;

/** Makes a link or ends one, as the form says. Refuses as `makeHelper` and `revokeHelper`. */
export async function changeHelperLinks(
  { context, params }: { readonly context: Context; readonly params: { readonly raffleCode: string } },
  scope: OrganiserScope,
  form: FormData,
) {
  const site = context.get(siteContext);
  if (formText(form, "intent") === "end") {
    const ended = await attempt(context, () => revokeHelper(site, scope, formText(form, "helper")));
    return ended.ok ? accept({ is: "ended", name: ended.value.name } as const) : ended;
  }
  const typed = { name: formText(form, "name"), permissions: typedPermissions(form) };
  const made = await attempt(context, () => makeHelper(site, scope, typed));
  if (!made.ok) return made;
  const { token, name } = made.value;
  const link = new URL(`/helper/${params.raffleCode}/${token}`, site.config.origin).href;
  return accept({ is: "made", name, link, qrCode: renderSVG(link, { border: 2 }) } as const);
}
