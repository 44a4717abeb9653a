/** The name by which a site is visited, out of a Host header; what looks like anything else takes the ordinary way. */
export const VISITED_HOST = /^([a-z0-9.-]+)(?::\d+)?$/i;
