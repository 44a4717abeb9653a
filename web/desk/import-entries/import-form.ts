import { IMPORT_FIELDS, type ImportField, type ImportMapping, readMapping } from "#src/entries/import/mapping.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { formText } from "../../requests/form-text.ts";

/** The name of the select that maps a column to a field. */
export function columnField(field: ImportField): string {
  return `columns.${field}`;
}

/** The name of the select that maps a column to a rule's ticks. */
export function tickField(ruleId: string): string {
  return `rules.${ruleId}`;
}

/** Reads the organiser's settings for reading a file. */
export function readMappingForm(form: FormData, raffle: Pick<PublicRaffle, "sources" | "rules">): ImportMapping {
  const columns = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, formText(form, columnField(field))]));
  return readMapping(
    {
      columns: columns as Record<ImportField, string>,
      header: form.get("header") === "on",
      linesAbove: Number(formText(form, "linesAbove")),
      source: formText(form, "source"),
      rules: Object.fromEntries(raffle.rules.map(({ id }) => [id, formText(form, tickField(id))])),
      everyRule: form.get("everyRule") === "on",
    },
    raffle,
  );
}

/** The chosen file. A form without one sends an empty file without a name. */
export async function listOf(form: FormData): Promise<{ name: string; bytes: Uint8Array } | null> {
  const file = form.get("csv");
  if (!(file instanceof File) || file.name === "") return null;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
