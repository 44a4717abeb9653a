/**
 * The headers of a file that other sites' pages load, and frames that browsers give no origin, as WordPress makes them.
 * It is the same for everybody.
 */
export const SHARED = { "cross-origin-resource-policy": "cross-origin", "access-control-allow-origin": "*" } as const;
