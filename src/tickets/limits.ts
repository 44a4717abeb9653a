/** The most tickets that one request asks about: more raffles of one person seldom wait for their draw at a time. */
export const MAX_TICKETS = 20;
