/**
 * The logo in a 32-unit square: the wheel of a raffle drum on its stand, open where a ticket slips out, and the ticket.
 * Few strokes, so that it is a wheel at 16 px too, in one colour.
 */
const SHAPE = [
  "M18.92 21.97A11.2 11.2 0 1 1 23.62 11.44L20.58 11.38A8.2 8.2 0 1 0 16.85 19.75Z",
  "M9.8 12.8A2.7 2.7 0 0 1 15.2 12.8 2.7 2.7 0 0 1 9.8 12.8Z",
  "M10.84 13.7L12.94 14.64 9.97 21.31 7.87 20.37ZM11.6 11.14L10.66 13.24 3.99 10.27 4.93 8.17ZM14.16 11.9L12.06 10.96 15.03 4.29 17.13 5.23Z",
  "M5.6 22.3L8.6 24.2 6.7 29.6 3.6 29.6ZM16.4 24.2L19.4 22.3 21.4 29.6 18.3 29.6Z",
  "M3.6 28.5H21.4A1.4 1.4 0 0 1 21.4 31.3H3.6A1.4 1.4 0 0 1 3.6 28.5Z",
  "M21.65 13.15L27.22 15.63A1.1 1.1 0 0 0 29.23 16.53L31.88 17.71 29.11 23.92 26.46 22.74A1.1 1.1 0 0 0 24.45 21.84L18.88 19.36Z",
].join("");

/** The mark in the colour of the text around it, `size` pixels wide and high; the name always stands beside it. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <path d={SHAPE} />
    </svg>
  );
}
