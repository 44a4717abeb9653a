import type { SyntheticEvent } from "react";
import type { RaffleFormIntent } from "../read-raffle-form.ts";

/** Makes the event handler of a row's buttons and drag handle, for browsers with JavaScript. */
export type ChangeInPlace = (intent: RaffleFormIntent) => (event: SyntheticEvent) => void;
