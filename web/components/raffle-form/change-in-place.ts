import type { SyntheticEvent } from "react";
import type { RaffleFormIntent } from "../../views/raffle-form.ts";

/** Makes the handler that a row's button, or the handle it is dragged by, uses where there is JavaScript. */
export type ChangeInPlace = (intent: RaffleFormIntent) => (event: SyntheticEvent) => void;
