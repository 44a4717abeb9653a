import { useTranslation } from "react-i18next";
import { type RotationRefusal, rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import { organiseAsAdmin } from "#src/access/organiser.ts";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { setPublished } from "#src/raffles/lifecycle/publish.ts";
import { listRafflesForAdmin } from "#src/raffles/lists/account-raffles.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { formText } from "../requests/form-text.ts";
import { RaffleFacts } from "../site/profile/raffle-facts.tsx";
import { Submit } from "../ui/buttons/buttons.tsx";
import { CodeTicket } from "../ui/code-ticket/code-ticket.tsx";
import { ListSearch } from "../ui/list-search/list-search.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { Notice } from "../ui/page-parts.tsx";
import type { Route } from "./+types/admin-raffles.route.ts";
import { adminAction, adminLoader } from "./admin-screen.ts";
import { QuestionForm } from "./question-form.tsx";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(async ({ site, scope, page, fragment }) => ({
  ...(await listRafflesForAdmin(site.db, scope, { fragment, page })),
  page,
  fragment,
}));

type Done = {
  readonly codeId: string;
  readonly name: string;
  /** Set if it was put on the public list, or taken off. */
  readonly published: boolean | null;
  /** The new access code, which only this answer shows. Null where it is to be confirmed, or nothing was asked. */
  readonly accessCode: string | null;
};

/** A new access code needs a confirmation first: the current code stops working. */
export const action = adminAction({
  read: (form) => ({ raffle: formText(form, "raffle") }),
  change: async ({ deps, scope, intent, typed }): Promise<Outcome<Done, RotationRefusal>> => {
    const organiser = await organiseAsAdmin(deps.db, scope, typed.raffle);
    if (!organiser.ok) return organiser;
    const { codeId = "", name = "" } = (await findRaffle(deps.db, organiser.value.raffleId)) ?? {};
    const nothing = { codeId, name, published: null, accessCode: null };
    if (intent === "publish" || intent === "unpublish") {
      const published = intent === "publish";
      const done = await setPublished(deps, organiser.value, published);
      return done.ok ? accept({ ...nothing, published }) : done;
    }
    if (intent !== "reset-confirmed") return accept(nothing);
    const renewed = await rotateAccessCode(deps, organiser.value);
    return renewed.ok ? accept({ ...nothing, accessCode: renewed.value.accessCode }) : renewed;
  },
});

/** All raffles. An admin can take each off the public list, put it back, or give it a new access code. */
export default function AdminRaffles({ loaderData, actionData }: Route.ComponentProps) {
  const { raffles, fragment, page, more } = loaderData;
  const { t } = useTranslation("accounts");
  return (
    <>
      <Result result={actionData} />
      <ListSearch
        label={t("admin.searchRaffles")}
        fragment={fragment}
        maxLength={MAX_EMAIL}
        button={t("admin.search")}
      />
      {raffles.length === 0 && <p>{t("admin.nothing")}</p>}
      <ul className="account-list">
        {raffles.map((raffle) => (
          <li key={raffle.codeId}>
            <h2>
              <a href={`/raffle/${raffle.codeId}`}>{raffle.name}</a>
            </h2>
            <RaffleFacts raffle={raffle} owner={raffle.owner} />
            <form method="post" className="actions">
              <input type="hidden" name="raffle" value={raffle.codeId} />
              <Submit
                label={t(raffle.status === "Published" ? "admin.unpublish" : "admin.publish")}
                intent={raffle.status === "Published" ? "unpublish" : "publish"}
                aria-label={t(raffle.status === "Published" ? "admin.unpublishOf" : "admin.publishOf", {
                  name: raffle.name,
                })}
              />
              <Submit label={t("admin.reset")} intent="reset" aria-label={t("admin.resetOf", { name: raffle.name })} />
            </form>
          </li>
        ))}
      </ul>
      <PageLinks page={page} more={more} query={{ q: fragment }} />
    </>
  );
}

function Result({ result }: { readonly result: Route.ComponentProps["actionData"] }) {
  const { t } = useTranslation("accounts");
  if (result?.refusal)
    return (
      <Notice kind="error" answers>
        {t("admin.failed")}
      </Notice>
    );
  if (!result?.done) return null;
  const { codeId, name, published, accessCode } = result.done;
  if (published !== null) {
    return <Notice kind="success">{t(published ? "admin.publishedAgain" : "admin.unpublished", { name })}</Notice>;
  }
  if (accessCode) return <CodeTicket label={t("admin.resetDone", { name })} code={accessCode} stub={codeId} />;
  if (result.intent !== "reset") return null;
  return (
    <QuestionForm
      ask={t("admin.resetAsk", { name })}
      yes={t("admin.resetYes")}
      intent="reset-confirmed"
      about={{ name: "raffle", value: codeId }}
    />
  );
}
