import { IMPORT_FIELDS, type ImportField, type ImportMapping, readMapping } from "#src/entries/import/mapping.ts";
import { formText } from "../../requests/form-text.ts";

/** The name of the select that maps a column to a field. */
export function columnField(field: ImportField): string {
  return `columns.${field}`;
}

/** Reads the organiser's settings for reading a file. */
export function readMappingForm(form: FormData, sources: readonly string[]): ImportMapping {
  const columns = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, formText(form, columnField(field))]));
  return readMapping(
    {
      columns: columns as Record<ImportField, string>,
      header: form.get("header") === "on",
      source: formText(form, "source"),
    },
    sources,
  );
}

/** The chosen file. A form without one sends an empty file without a name. */
export async function listOf(form: FormData): Promise<{ name: string; bytes: Uint8Array } | null> {
  const file = form.get("csv");
  if (!(file instanceof File) || file.name === "") return null;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
