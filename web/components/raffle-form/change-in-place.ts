import type { MouseEvent } from "react";
import type { RaffleFormIntent } from "../../views/raffle-form.ts";

/** Makes the handler that a row's button uses where there is JavaScript. */
export type ChangeInPlace = (intent: RaffleFormIntent) => (event: MouseEvent<HTMLButtonElement>) => void;
