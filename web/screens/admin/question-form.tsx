import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

type QuestionFormProps = Pick<ComponentProps<"form">, "ref" | "tabIndex" | "autoFocus"> & {
  readonly ask: string;
  readonly yes: string;
  /** What is sent with the answer "yes"; the other one sends "cancel". */
  readonly intent: string;
  /** The hidden field that says of whom or what is asked. */
  readonly about: { readonly name: "user" | "raffle"; readonly value: string };
};

/** Asks an admin before something is done that cannot simply be undone. */
export function QuestionForm({ ask, yes, intent, about, ...focus }: QuestionFormProps) {
  const { t } = useTranslation("accounts");
  return (
    <form {...focus} method="post" className="notice" data-failed={t("admin.failed")}>
      <p className="notice-heading" role="alert">
        {ask}
      </p>
      <input type="hidden" {...about} />
      <p className="actions">
        <button type="submit" name="intent" value={intent} className="button button-primary">
          {yes}
        </button>
        <button type="submit" name="intent" value="cancel" className="button">
          {t("admin.cancel")}
        </button>
      </p>
    </form>
  );
}
