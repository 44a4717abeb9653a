/** The outline of a ticket of the drum, 108 by 52 around its middle, as a path of SVG. */
export const TICKET_OUTLINE =
  "M-48-26H14a7 7 0 0 0 14 0H48a6 6 0 0 1 6 6V20a6 6 0 0 1-6 6H28a7 7 0 0 0-14 0H-48a6 6 0 0 1-6-6V-20a6 6 0 0 1 6-6Z";

/** The lower edge of that ticket, which is away from the light. */
export const SHADED_EDGE = "M-54 14H54V20a6 6 0 0 1-6 6H28a7 7 0 0 0-14 0H-48a6 6 0 0 1-6-6Z";

/** The star at its left. */
export const TICKET_STAR = "M-18-15l4.4 9.4 10.3 1.3-7.6 7 2 10.2-9.1-5-9.1 5 2-10.2-7.6-7 10.3-1.3z";
