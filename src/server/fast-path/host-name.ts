/** Matches the site's host name in a Host header; a request with any other form takes the ordinary path. */
export const VISITED_HOST = /^([a-z0-9.-]+)(?::\d+)?$/i;
