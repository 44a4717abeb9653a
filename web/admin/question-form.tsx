import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Submit } from "../ui/buttons/buttons.tsx";

type QuestionFormProps = Pick<ComponentProps<"form">, "ref" | "tabIndex" | "autoFocus"> & {
  readonly ask: string;
  readonly yes: string;
  /** What is sent with the answer "yes"; the other one sends "cancel". */
  readonly intent: string;
  readonly about: { readonly name: "user" | "raffle"; readonly value: string };
};

/** Asks an admin before something is done that cannot simply be undone. */
export function QuestionForm({ ask, yes, intent, about, ...focus }: QuestionFormProps) {
  const { t } = useTranslation("accounts");
  return (
    <form {...focus} method="post" className="notice">
      <p className="notice-heading" role="alert">
        {ask}
      </p>
      <input type="hidden" {...about} />
      <p className="actions">
        <Submit label={yes} look="primary" intent={intent} />
        <Submit label={t("admin.cancel")} intent="cancel" />
      </p>
    </form>
  );
}
