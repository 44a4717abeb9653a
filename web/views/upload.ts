/** The chosen banner's bytes; a form without a file sends an empty one. */
export async function uploadOf(form: FormData): Promise<Uint8Array | null> {
  const file = form.get("banner");
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}
