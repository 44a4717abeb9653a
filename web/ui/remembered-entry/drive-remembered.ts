import { showRemembered } from "./show-remembered.ts";

/** Fills the box on a page without React. Only who has joined from this browser fetches it. */
for (const box of document.querySelectorAll<HTMLElement>("[data-remembered]")) showRemembered(box);
