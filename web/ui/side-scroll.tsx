import type { ReactNode } from "react";

type SideScrollProps = { readonly label: string; readonly className: string; readonly children: ReactNode };

/** A frame for content that is too wide or too long: it scrolls, also by keyboard. */
export function SideScroll({ label, className, children }: SideScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the tab order no key could scroll it
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
