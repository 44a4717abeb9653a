import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import { Field, fieldAria } from "../../forms/field.tsx";

type AccessCodeFieldProps = {
  readonly id: string;
  readonly raffleName: string;
  readonly code: {
    readonly typed: string;
    readonly agreed: boolean;
    readonly fault: Message | null;
    readonly field: RefObject<HTMLInputElement | null>;
    type(typed: string): Promise<void>;
  };
  readonly autoFocus: boolean;
};

/** The field for a raffle's access code. Its border turns green once the server accepts the code. */
export function AccessCodeField({ id, raffleName, code, autoFocus }: AccessCodeFieldProps) {
  const { t } = useTranslation(["desk", "messages"]);
  const label = (
    <>
      {t("access.label")}
      <span className="visually-hidden"> {raffleName}</span>
    </>
  );
  const error = code.fault ? t(code.fault.key, { ns: "messages", ...code.fault.params }) : undefined;
  return (
    <div className="access-code" data-agreed={code.agreed}>
      <Field id={id} label={label} error={error}>
        <input
          {...fieldAria(id, undefined, error)}
          ref={code.field}
          className="input"
          type="text"
          name="accessCode"
          value={code.typed}
          onChange={(event) => void code.type(event.currentTarget.value)}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: without scripts the response opens at the field that was refused
          autoFocus={autoFocus}
        />
      </Field>
      <p role="status" className="access-code-agreed">
        {code.agreed && t("access.agreed")}
      </p>
    </div>
  );
}
