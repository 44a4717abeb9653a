import { throwConfetti } from "../../ui/confetti/confetti.ts";

/** Congratulates whoever opens the page of a prize that they won. */
const won = document.querySelector("[data-won]");
if (won) addEventListener("load", () => throwConfetti(won));
