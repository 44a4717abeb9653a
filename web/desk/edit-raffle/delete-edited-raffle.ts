import { data, redirectDocument } from "react-router";
import { siteContext } from "#src/http/page-context.ts";
import { deleteRaffle } from "#src/raffles/lifecycle/delete-raffle.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import type { DeskPage } from "../../requests/organiser.ts";
import { refusalStatus } from "../../requests/refusals/refusal-view.ts";
import type { Deletion } from "../../ui/buttons/delete-raffle.tsx";
import { proveEditor } from "./find-edited-raffle.ts";

type DeletionAnswer = { readonly deletion: Deletion };

/** Deletes the raffle of the edit screen once that is confirmed, and leads to the organiser's list, which says so. */
export async function deleteEditedRaffle(args: DeskPage, form: FormData) {
  const { context } = args;
  const editor = await attempt(context, () => proveEditor(args));
  if (!editor.ok) return data<DeletionAnswer>({ deletion: "refused" }, refusalStatus(editor.refusal));
  if (formText(form, "confirmed") !== "delete") return data<DeletionAnswer>({ deletion: "asked" });
  const deleted = await attempt(context, () => deleteRaffle(context.get(siteContext), editor.value.scope));
  if (deleted.ok) return redirectDocument("/admin-raffle-list?deleted", 303);
  return data<DeletionAnswer>({ deletion: "refused" }, refusalStatus(deleted.refusal));
}
