import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import type { AdminRaffleDone } from "../desk/admin-raffle-list/admin-raffle-action.ts";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import type { AccountRaffleView } from "../site/profile/account-raffle-view.ts";
import { RaffleFacts } from "../site/profile/raffle-facts.tsx";
import { Submit } from "../ui/buttons/buttons.tsx";
import { CodeTicket } from "../ui/code-ticket/code-ticket.tsx";
import { ListSearch } from "../ui/list-search/list-search.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { AdminHead } from "./admin-head.tsx";
import "../site/sign-in/account.css";
import "./admin.css";
import { QuestionForm } from "./question-form.tsx";

type AdminRafflesProps = {
  readonly raffles: readonly (AccountRaffleView & { readonly owner: string | null })[];
  readonly fragment: string;
  readonly page: number;
  readonly more: boolean;
  readonly result: { readonly done: AdminRaffleDone | null; readonly refusal: RefusalView | null } | null;
};

/** All raffles. An admin can take each off the public list, put it back, or give it a new access code. */
export function AdminRaffles({ raffles, fragment, page, more, result }: AdminRafflesProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <AdminHead title={t("admin.rafflesLink")} />
      {result && <Result {...result} />}
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

function Result({ done, refusal }: NonNullable<AdminRafflesProps["result"]>) {
  const { t } = useTranslation("accounts");
  if (refusal) return <Notice kind="error">{t("admin.failed")}</Notice>;
  if (!done) return null;
  const { codeId, name, asked, published, accessCode } = done;
  if (published !== null) {
    return <Notice kind="success">{t(published ? "admin.publishedAgain" : "admin.unpublished", { name })}</Notice>;
  }
  if (accessCode) return <CodeTicket label={t("admin.resetDone", { name })} code={accessCode} stub={codeId} />;
  if (!asked) return null;
  return (
    <QuestionForm
      ask={t("admin.resetAsk", { name })}
      yes={t("admin.resetYes")}
      intent="reset-confirmed"
      about={{ name: "raffle", value: codeId }}
    />
  );
}
