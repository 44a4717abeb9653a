import { groupedCode } from "#src/base/code-formats.ts";
import { rememberedEntries } from "../../inline/remembered-entries.ts";

// An entrant who joined from this browser only has to press a button: that of the form, or of several entries theirs.
const field = document.querySelector<HTMLInputElement>("[name=entryCode]");
const confirm = field?.form?.querySelector<HTMLButtonElement>("[type=submit]");
const choice = document.querySelector<HTMLElement>("[data-own-entries]");
const entries = rememberedEntries((location.pathname.split("/")[2] ?? "").toUpperCase());
const [first] = entries;
if (field && first && entries.length === 1) field.value ||= first.entryCode;
if (field && choice && entries.length > 1) {
  choice.hidden = false;
  for (const { entryCode, seen } of entries) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    const code = groupedCode(entryCode);
    button.textContent = seen.person ? `${seen.person} · ${code}` : code;
    button.addEventListener("click", () => {
      field.value = entryCode;
      // The focus of the field would open a phone's keyboard. That of the button is read aloud with the chosen code.
      confirm?.setAttribute("aria-describedby", field.id);
      confirm?.focus();
    });
    choice.lastElementChild?.append(button);
  }
}
