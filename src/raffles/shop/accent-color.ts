import { z } from "zod";

const ACCENT = /^(#[0-9a-fA-F]{6})?$/;

/** The shop's colour as sent. */
export const accentColor = z
  .preprocess(
    (value) => value ?? "",
    z.string({ error: "colorInvalid" }).trim().regex(ACCENT, { error: "colorInvalid" }).toLowerCase().prefault(""),
  )
  .meta({ pattern: ACCENT.source, description: "The shop's colour, for example #0b6e69; empty for the site's own." });
