import { TextInput } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";

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
  return (
    <div className="access-code" data-agreed={code.agreed}>
      <TextInput
        ref={code.field}
        id={id}
        name="accessCode"
        label={label}
        error={code.fault && t(code.fault.key, { ns: "messages", ...code.fault.params })}
        value={code.typed}
        onChange={(event) => void code.type(event.currentTarget.value)}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={autoFocus}
      />
      <p role="status" className="access-code-agreed">
        {code.agreed && t("access.agreed")}
      </p>
    </div>
  );
}
