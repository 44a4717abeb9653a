import type { PublicRaffle } from "#src/raffles/schema.ts";

/** What nobody can join a raffle without, as a key of `raffles:detail.needs`. */
export function joinNeeds({
  facebookLink,
  instagramLink,
}: Pick<PublicRaffle, "facebookLink" | "instagramLink">): "contact" | "facebook" | "instagram" | "both" {
  const [facebook, instagram] = [facebookLink === "required", instagramLink === "required"];
  if (facebook) return instagram ? "both" : "facebook";
  return instagram ? "instagram" : "contact";
}
