import type { SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Notice } from "../page-parts.tsx";
import { Submit } from "./buttons.tsx";

/** What became of pressing Delete: the page asks first, or the raffle could not be deleted. */
export type Deletion = "asked" | "refused" | null;

type DeleteRaffleProps = {
  readonly raffle: { readonly codeId: string; readonly name: string; readonly hasEntries: boolean };
  readonly deletion: Deletion;
};

/**
 * The button that deletes a raffle, where its organiser is known without a code. It asks first, without scripts too.
 */
export function DeleteRaffle({ raffle, deletion }: DeleteRaffleProps) {
  const { t } = useTranslation("desk");
  const sent = useNavigation().formData;
  const deleting = sent?.get("intent") === "delete" && sent.get("raffle") === raffle.codeId;
  const asked = deletion === "asked";

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!asked && !confirm(t("admin.confirm"))) return event.preventDefault();
    const confirmed = event.currentTarget.elements.namedItem("confirmed") as HTMLInputElement;
    confirmed.value = "delete";
  }

  return (
    <Form method="post" preventScrollReset className="delete-raffle" onSubmit={submit}>
      <input type="hidden" name="raffle" value={raffle.codeId} />
      <input type="hidden" name="confirmed" defaultValue={asked ? "delete" : ""} />
      {deletion === "refused" && (
        <Notice kind="error" answers>
          {t("admin.deleteFailed")}
        </Notice>
      )}
      {asked && <FinalQuestion text={t("admin.confirm")} />}
      <Submit
        label={deleting ? t("admin.deleting") : t(asked ? "admin.confirmYes" : "admin.delete")}
        about={raffle.name}
        intent="delete"
        title={raffle.hasEntries ? t("admin.hasEntries") : undefined}
        data-failed={t("admin.deleteFailed")}
        disabled={raffle.hasEntries || deleting}
      />
    </Form>
  );
}

/** The question before what cannot be undone. Where no script asks it, it takes the focus of its page. */
export function FinalQuestion({ text }: { readonly text: string }) {
  return (
    <div {...useAnswerFocus<HTMLDivElement>(text)}>
      <Notice kind="error">{text}</Notice>
    </div>
  );
}
