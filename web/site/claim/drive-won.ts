import { throwConfetti } from "../../ui/confetti/confetti.ts";

/** Congratulates winners who open the page of their prize. */
const won = document.querySelector("[data-won]");
if (won) addEventListener("load", () => throwConfetti(won));
