import { useEffect, useRef } from "react";
import { drawEntryCode } from "../../inline/draw-code.ts";

/**
 * The entry code, which identifies the same form sent twice. web/inline/page.ts draws it in the browser, because the
 * cached page is the same for everybody. React leaves the value alone.
 *
 * @param sent the code from a refused form, if any
 */
export function CodeField({ sent }: { readonly sent: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // If something in the browser changed the page, React rebuilt it and the code is gone: draws another.
    if (field.current) field.current.value ||= drawEntryCode();
  }, []);
  return (
    <input
      ref={field}
      type="hidden"
      name="entryCode"
      data-draw-code=""
      data-drafted=""
      defaultValue={sent || undefined}
      suppressHydrationWarning
    />
  );
}
