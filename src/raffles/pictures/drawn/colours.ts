/** The pages' light colours (web/theme/tokens.css), for drawings, which know no tokens. */
export const [PAPER, INK, MUTED, WHITE] = ["#fffbf4", "#1f1b2e", "#5b5569", "#ffffff"] as const;
export const [RED, MANGO, TEAL] = ["#c4193b", "#f5b32e", "#0b6e69"] as const;
export const FLAG_COLOURS = [RED, MANGO, TEAL, "#1f7a3d"];
