import type { RouterContextProvider } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { formText } from "./form-text.ts";

/** The sender of a rate-limited form, with the puzzle's solution where the browser solved one. */
export function countedVisitor(context: Readonly<RouterContextProvider>, form: FormData): CountedVisitor {
  const { limits } = context.get(siteContext);
  return { limits, address: context.get(visitorContext).address, solution: formText(form, "altcha") };
}
