import { type Refused, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import type { UploadRefusal } from "./pictures.ts";

/** The sentences about banners that are said otherwise of other pictures. */
const OF_PICTURES: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  bannerInvalid: "photoInvalid",
  bannerTooLarge: "photoTooLarge",
  picturesBusy: "photosBusy",
};

/** A refused picture that is no banner, said at the field that it was sent in. */
export function pictureRefused(
  { reason, fields }: UploadRefusal,
  field: string,
): Refused<Refusal<"invalid-fields" | "pictures-busy">> {
  const messages = (fields?.banner ?? []).map(({ key, params }) => ({
    key: OF_PICTURES[key] ?? key,
    ...(params && { params }),
  }));
  return refuse({ reason: reason === "pictures-busy" ? reason : "invalid-fields", fields: { [field]: messages } });
}
