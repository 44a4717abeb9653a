const TAX = "tax.";

/** The name of the field that holds the tax of a prize. */
export function taxField(claimId: string): string {
  return `${TAX}${claimId}`;
}

/** Every tax of a form, by claim. */
export function readTaxes(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(TAX) && typeof value === "string" ? [[name.slice(TAX.length), value]] : [],
    ),
  );
}
