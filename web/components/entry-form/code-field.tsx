import { useEffect, useRef } from "react";
import { drawEntryCode } from "../../inline/draw-code.ts";

/**
 * The entry's code, by which the same form sent again is known. It is drawn in the browser, by web/inline/page.ts, since
 * the page is the same for everybody; React leaves it alone.
 *
 * @param sent the code that came with a form that was refused, if any
 */
export function CodeField({ sent }: { readonly sent: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Where something in the browser has changed the page, React has made all of it anew.
    if (field.current) field.current.value ||= drawEntryCode();
  }, []);
  return (
    <input
      ref={field}
      type="hidden"
      name="entryCode"
      data-draw-code=""
      defaultValue={sent || undefined}
      suppressHydrationWarning
    />
  );
}
