import { eachPersonField, type PersonDetails } from "../fields.ts";
import type { PaperSlip } from "./add-paper-entry.ts";

/** A slip as the form for slips holds it, sent by a browser now or sealed before. */
export type TypedSlip = PaperSlip & {
  readonly body: PersonDetails & { readonly entryCode: string; readonly rules: readonly string[] };
};

/** Reads the fields of the form for slips. */
export function readSlipForm(fields: Iterable<readonly [string, unknown]>): TypedSlip {
  const texts = [...fields].filter((field): field is readonly [string, string] => typeof field[1] === "string");
  const text = (name: string) => texts.find(([field]) => field === name)?.[1] ?? "";
  return {
    body: {
      ...eachPersonField(text),
      entryCode: text("entryCode"),
      rules: texts.filter(([name]) => name === "rules").map(([, value]) => value),
    },
    source: text("source"),
    termsAgreed: text("terms") !== "",
    corrects: text("slip") || null,
  };
}

/** The first letter of the first name, which names a person to who typed the slip, and to nobody else. */
export function initialOf(slip: TypedSlip | null): string {
  return [...(slip?.body.firstName.trim() ?? "")].slice(0, 1).join("").toUpperCase();
}
