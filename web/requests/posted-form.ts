import { data } from "react-router";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";

/**
 * The most fields of a form. A raffle with 100 prizes and 100 rules has 1,516. Each field costs microseconds of
 * parsing, during which no other request runs.
 */
const MAX_FIELDS = 2000;

/** Reads a posted form. Throws a page with status 400 for an unreadable body, and 413 for too many fields. */
export async function readForm(request: Request, language: Language): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const body = Buffer.from(await request.arrayBuffer().catch(() => unreadable(language)));
  if (fieldsIn(body, type) > MAX_FIELDS) {
    throw data({ message: translate(language, { key: "tooManyFields" }) }, { status: 413 });
  }
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    return unreadable(language);
  }
}

/** The parser fails on bad input, such as JSON or half a file. That is no bug of ours, so the answer is 400. */
function unreadable(language: Language): never {
  throw data({ message: translate(language, { key: "formUnreadable" }) }, { status: 400 });
}

/** An upper bound of the number of fields. Counts separators in the raw bytes, before the parser builds anything. */
function fieldsIn(body: Buffer, type: string): number {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  const separator = boundary === undefined ? "&" : `--${boundary}`;
  let fields = 0;
  for (let at = body.indexOf(separator); at >= 0 && fields <= MAX_FIELDS; at = body.indexOf(separator, at + 1)) {
    fields += 1;
  }
  return fields;
}
