import { data } from "react-router";
import type { Language } from "#src/i18n/languages.ts";
import { sentence } from "#src/i18n/sentence.ts";

/** Reads a posted form. What is no form is answered with status 400 and a page that says so. */
export async function readForm(request: Request, language: Language): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    // Whatever the parser cannot read, such as JSON or half a file, is bad input and not a bug.
    throw data({ message: sentence(language, { key: "formUnreadable" }) }, { status: 400 });
  }
}
