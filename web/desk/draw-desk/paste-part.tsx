import { Trans, useTranslation } from "react-i18next";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import type { DrawDeskView } from "./draw-desk-view.ts";

/** More than a relay's JSON. */
const MAX_BEACON_LENGTH = 2000;

type PastePartProps = {
  readonly lock: NonNullable<DrawDeskView["lock"]>;
  /** What was pasted and refused; null where nothing was. */
  readonly typed: string | null;
};

/** For a site that reaches no relay: the randomness proves itself, so that an organiser may bring it. */
export function PastePart({ lock, typed }: PastePartProps) {
  const { t } = useTranslation("draws");
  return (
    <details open={typed !== null}>
      <summary>{t("desk.paste")}</summary>
      <p className="hint">
        <Trans
          t={t}
          i18nKey="desk.pasteHint"
          components={{
            relay: (
              <a href={lock.relay} rel="noreferrer">
                {lock.relay}
              </a>
            ),
          }}
        />
      </p>
      <form method="post" className="form" data-draft="beacon" data-asks="drawn">
        <FormErrorsProvider errors={{}}>
          <TextField
            name="beacon"
            label={t("desk.beacon")}
            rows={4}
            maxLength={MAX_BEACON_LENGTH}
            defaultValue={typed ?? ""}
            spellCheck={false}
          />
          <Submit label={t("desk.pasteDraw")} look="secondary" intent="draw" />
        </FormErrorsProvider>
      </form>
    </details>
  );
}
