import { useTranslation } from "react-i18next";
import { CODE, TextField } from "../../forms/fields.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { ChangeResult } from "./change-result.tsx";
import { DROP_CODE, type EntryChangeResult } from "./entry-change-form.ts";

/** The longest text that people type or paste for a code: its address. */
const MAX_TYPED = 200;

type DropCodeFieldProps = { readonly disabled: boolean; readonly result: EntryChangeResult | null };

/** The field for a code from a receipt or slip, in the page's form. What was refused stays in it. */
export function DropCodeField({ disabled, result }: DropCodeFieldProps) {
  const { t } = useTranslation("entries");
  const answer = result?.typed.intent === DROP_CODE ? result : null;
  const focus = useAnswerFocus<HTMLDivElement>(answer);
  return (
    <div className="stack-2">
      {answer && (
        <div {...focus}>
          <ChangeResult result={answer} />
        </div>
      )}
      {!disabled && (
        <>
          <TextField
            key={answer?.done ? "counted" : "typed"}
            name="dropCode"
            label={t("dropCode.label")}
            hint={t("dropCode.hint")}
            maxLength={MAX_TYPED}
            defaultValue={answer?.refusal ? (answer.typed.dropCode ?? "") : ""}
            {...CODE}
          />
          <Submit label={t("dropCode.count")} intent={DROP_CODE} />
        </>
      )}
    </div>
  );
}
