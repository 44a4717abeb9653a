import { useTranslation } from "react-i18next";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

type NoSuchVoucherProps = {
  /** The addresses of the winner's claims, and of the search for another entry of the raffle. */
  readonly claim: string;
  readonly search: string;
};

/** What a winner sees whose entry has no such voucher: where theirs is, and a field for another entry. */
export function NoSuchVoucher({ claim, search }: NoSuchVoucherProps) {
  const { t } = useTranslation(["claims", "entries"]);
  return (
    <>
      <PageHeading title={t("voucher.own.missing")} lead={t("voucher.own.missingNext")} />
      <div className="actions">
        <a className="button button-primary" href={claim}>
          {t("voucher.own.claims")}
        </a>
      </div>
      <form method="post" action={search} noValidate className="form" data-failed={t("entries:search.failed")}>
        <FormErrorsProvider errors={{}}>
          <div className="form-section">
            <TextField
              name="entryCode"
              label={t("voucher.own.otherEntry")}
              hint={t("entries:search.codeHint")}
              // Room for a code pasted with spaces around it.
              maxLength={CODE_LENGTHS.entry * 3}
              autoComplete="off"
              autoCapitalize="characters"
              undrafted
              required
            />
            <Submit label={t("entries:search.submit")} />
          </div>
        </FormErrorsProvider>
      </form>
    </>
  );
}
