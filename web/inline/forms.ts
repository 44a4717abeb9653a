import { FORM_EVENTS, type FormFault } from "./form-faults.ts";
import { hydrates } from "./form-page.ts";
import { isSentAlready, isTaken, isTypedAnew, say, sendOnce } from "./form-sending.ts";
import { isTyped, restoreDrafts, save, settle } from "./keep-drafts.ts";

/**
 * The script of every page with a form, so that no typed text is lost. Stores unsent input in this tab, and restores it
 * after a reload. Sends the forms that React does not send. The page stays until an answer arrives; an error message
 * appears beside the button. Without this script they are plain forms.
 */

restoreDrafts();

// Runs in the capture phase, before React would send the form.
addEventListener(
  "submit",
  (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement) || !isSentAlready(target, submitter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
addEventListener("submit", (event) => {
  const { target, submitter, defaultPrevented } = event;
  // If the default is prevented, React sends the form and reports the result.
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
  event.preventDefault();
  sendOnce(target, submitter);
});
addEventListener("input", (event) => {
  const field = event.target instanceof Element ? event.target : null;
  const form = field?.closest("form") ?? null;
  isTypedAnew(form);
  if (field && !hydrates) forgive(field);
  if (form && form.dataset.draft !== undefined) isTyped(form);
});
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", () => document.hidden && save());
document.addEventListener(FORM_EVENTS.unsent, (event) => say((event as CustomEvent<FormFault>).detail));
document.addEventListener(FORM_EVENTS.sent, isTaken);
document.addEventListener(FORM_EVENTS.settled, settle);

/** Takes back the error of a field that is corrected. Where React runs the page, the field does it. */
function forgive(field: Element): void {
  field.removeAttribute("aria-invalid");
  field.closest(".field")?.querySelector(".field-error")?.remove();
}
