import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import type { FieldMessages } from "#src/base/refusal.ts";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { GroupedCode } from "../../ui/code-ticket/grouped-code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./search-entry.css";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import { LostCode } from "./lost-code.tsx";
import type { SearchResult } from "./search-action.ts";

type SearchEntryProps = {
  readonly raffle: RaffleView;
  /** Whether this site can mail a lost code. */
  readonly sendsMail: boolean;
  readonly result: SearchResult | null;
};

// Room for a code pasted with spaces around it.
const MAX_TYPED = CODE_LENGTHS.entry * 3;

/** The screen on which an entrant finds an entry by its code. */
export function SearchEntry({ raffle, sendsMail, result: answer }: SearchEntryProps) {
  const { t } = useTranslation("entries");
  const result = answer?.intent === "search" ? answer : null;
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
              defaultValue={result?.typed ?? ""}
              autoComplete="off"
              autoCapitalize="characters"
              required
            />
            <Submit label={t("search.submit")} look="primary" />
            {!sendsMail && <p className="hint">{t("search.lost")}</p>}
          </div>
        </FormErrorsProvider>
      </Form>
      {result?.found && (
        <section className="ticket ticket-wide search-found" aria-labelledby="found">
          <div className="ticket-body">
            <Notice kind="success">{t("search.found")}</Notice>
            <h2 id="found">
              {result.found.firstName} {result.found.lastName}
            </h2>
            <p className="ticket-code">
              <GroupedCode code={result.found.entryCode} />
            </p>
          </div>
          <div className="ticket-stub">
            <ButtonLink
              label={t("search.view")}
              look="primary"
              href={`/raffle-entry/${raffle.codeId}/${result.found.entryCode}`}
            />
          </div>
        </section>
      )}
      {sendsMail && !result?.found && (
        <LostCode raffle={raffle} result={answer?.intent === "mail-code" ? answer : null} />
      )}
    </>
  );
}
