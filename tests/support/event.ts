/** A valid event for the API. */
export function eventBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: "Fiesta Bingo Night",
    src: "https://example.com/register",
    srcDraw: "https://example.com/draw",
    srcCreateVoucherLink: "https://example.com/vouchers",
    srcCreateVoucherValidateLink: "",
    ...changes,
  };
}
