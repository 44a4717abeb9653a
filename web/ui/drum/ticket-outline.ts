/** The outline of a ticket of the drum, 108 by 52 around its middle, as a path of SVG. */
export const TICKET_OUTLINE =
  "M-48-26H14a7 7 0 0 0 14 0H48a6 6 0 0 1 6 6V20a6 6 0 0 1-6 6H28a7 7 0 0 0-14 0H-48a6 6 0 0 1-6-6V-20a6 6 0 0 1 6-6Z";
