import { useTranslation } from "react-i18next";
import { CODE, TextField } from "../../forms/fields.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { ChangeResult } from "./change-result.tsx";
import { DROP_CODE, type EntryChangeResult } from "./entry-change-form.ts";

/** The longest text that people type or paste for a code: its address. */
const MAX_TYPED = 200;

type DropCodeFieldProps = {
  /** What it is called, by which codes the raffle's rules take. */
  readonly field: NonNullable<RaffleView["codeField"]>;
  readonly disabled: boolean;
  readonly result: EntryChangeResult | null;
};

/** The field for a code from a receipt, slip or screen, in the page's form. What was refused stays in it. */
export function DropCodeField({ field, disabled, result }: DropCodeFieldProps) {
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
            label={field.label}
            hint={field.hint}
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
