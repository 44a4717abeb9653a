/** The longest reason of a refusal or a withdrawal. The database checks the same. */
export const MAX_REASON = 200;
