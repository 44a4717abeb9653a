/** The header of a file that names or shows winners: it belongs to no search engine, as the pages that show it. */
export const UNLISTED = { "x-robots-tag": "noindex" };
