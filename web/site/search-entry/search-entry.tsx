import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import type { FieldMessages } from "#src/base/refusal.ts";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { GroupedCode } from "../../ui/code-ticket/grouped-code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./search-entry.css";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import type { Route } from "./+types/search-entry.route.ts";
import { LostCode } from "./lost-code.tsx";

// Room for a code pasted with spaces around it.
const MAX_TYPED = CODE_LENGTHS.entry * 3;

/** The screen on which an entrant finds an entry by its code. */
export function SearchEntry({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { raffle, sendsMail } = loaderData;
  const { t } = useTranslation("entries");
  const result = answer?.intent === "mail-code" ? null : answer;
  const found = result?.done;
  const refusal = result?.refusal ?? null;
  // The only field shows all errors itself.
  const failed = isFailure(refusal);
  const errors: FieldMessages = refusal && !failed ? { entryCode: refusal.summary } : {};
  return (
    <>
      <RaffleStrip raffle={raffle} />
      <PageHeading title={t("search.heading")} lead={t("search.lead")} />
      {failed && <Notice kind="error">{t("search.failed")}</Notice>}
      <Form
        method="post"
        noValidate
        reloadDocument
        className="form"
        data-draft={`search:${raffle.codeId}`}
        data-failed={t("search.failed")}
      >
        <FormErrorsProvider errors={errors}>
          <div className="form-section">
            <TextField
              name="entryCode"
              label={t("search.code")}
              hint={t("search.codeHint")}
              maxLength={MAX_TYPED}
              defaultValue={result?.typed.entryCode ?? ""}
              autoComplete="off"
              autoCapitalize="characters"
              required
            />
            <Submit label={t("search.submit")} look="primary" />
            {!sendsMail && <p className="hint">{t("search.lost")}</p>}
          </div>
        </FormErrorsProvider>
      </Form>
      {found && (
        <section className="ticket ticket-wide search-found" aria-labelledby="found">
          <div className="ticket-body">
            <Notice kind="success">{t("search.found")}</Notice>
            <h2 id="found">
              {found.firstName} {found.lastName}
            </h2>
            <p className="ticket-code">
              <GroupedCode code={found.entryCode} />
            </p>
          </div>
          <div className="ticket-stub">
            <ButtonLink
              label={t("search.view")}
              look="primary"
              href={`/raffle-entry/${raffle.codeId}/${found.entryCode}`}
            />
          </div>
        </section>
      )}
      {sendsMail && !found && <LostCode raffle={raffle} result={answer?.intent === "mail-code" ? answer : null} />}
    </>
  );
}
