/** How many websites may show a raffle in a frame. The database checks the same. */
export const MAX_EMBED_SITES = 20;

/** Twenty addresses of a hundred characters. */
export const MAX_SITES_LENGTH = 2000;
