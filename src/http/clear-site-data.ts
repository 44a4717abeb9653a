/**
 * A header for the response when a user signs out or an organiser leaves the desk. The browser drops its cached pages
 * and the text of unsent forms, which the next person at this browser must not see.
 */
export const FORGET_BROWSER = { "clear-site-data": '"cache", "storage"' } as const;
