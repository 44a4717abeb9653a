import { rememberedEntry } from "../../inline/remembered-entry.ts";

// An entrant who joined from this browser only has to press the button.
const field = document.querySelector<HTMLInputElement>("[name=entryCode]");
const raffle = location.pathname.split("/")[2] ?? "";
if (field) field.value ||= rememberedEntry(raffle.toUpperCase()) ?? "";
