/** How many endpoints a raffle may have: each doubles what is sent. */
export const MAX_ENDPOINTS = 5;

/** The longest address; the database checks the same limit. */
export const MAX_URL = 500;

/**
 * Entries in one message. With names and wishes that is some 40 KB; the smallest usual limit of receivers is
 * 100 KB (body-parser of Express).
 */
export const SUBJECTS_PER_MESSAGE = 50;

/** Tests of one endpoint in an hour. */
export const MAX_TESTS = 20;

/** How many deliveries one page of an endpoint's log shows. */
export const DELIVERIES_PER_PAGE = 20;

/**
 * Requests for a consent under way in one process, of them from one network, and from the widest around it. Each holds
 * a connection for ten seconds at most, to an address that a stranger chose. Organisers ask now and then, so only abuse
 * meets twenty.
 */
export const MAX_CHECKS_UNDER_WAY = { process: 20, network: 2, widest: 8 } as const;

/**
 * Requests for a consent in an hour: of one endpoint, of all endpoints of a raffle, from one network. Wider networks
 * get more (`timesOf`).
 */
export const MAX_CHECKS = { endpoint: 5, raffle: 20, network: 40 } as const;
