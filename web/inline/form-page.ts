import { isStarted } from "./started.ts";

export const texts = document.querySelector<HTMLElement>("[data-form-texts]")?.dataset ?? {};

/** Whether React runs this page, or will. */
export const hydrates = document.getElementById("page-texts") !== null;

/** Whether React will hydrate this page but has not done so yet. */
export const waits = () => hydrates && !isStarted();

export function draftForms(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[data-draft]")];
}

/** The name of a form's draft. Empty for a form without drafts. */
export function nameOf(form: HTMLFormElement): string {
  return form.dataset.draft ?? "";
}

/** Builds a message box that screen readers announce. */
export function notice(kind: "info" | "error", text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = `notice notice-${kind}`;
  box.setAttribute("role", kind === "error" ? "alert" : "status");
  const line = document.createElement("p");
  line.textContent = text;
  box.append(line);
  return box;
}
