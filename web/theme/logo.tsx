import { DRUM, TICKET } from "./logo-shape.ts";

/** The mark in the colour of the text around it, `size` pixels wide and high; the name always stands beside it. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <path d={DRUM + TICKET} />
    </svg>
  );
}
