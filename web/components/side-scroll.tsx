import type { ReactNode } from "react";

type SideScrollProps = { readonly label: string; readonly className: string; readonly children: ReactNode };

/** A frame for what is wider or longer than its place: it scrolls, by keyboard too. */
export function SideScroll({ label, className, children }: SideScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the tab order no key could scroll it
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
