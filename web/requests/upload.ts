/** The bytes of the chosen banner. A form without a file sends an empty file. */
export async function uploadOf(form: FormData): Promise<Uint8Array | null> {
  const file = form.get("banner");
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}
