/** The keys of a screen for this slot of time and the next ones, in hexadecimal, and the server's time. */
export type CounterKeys = {
  readonly now: number;
  readonly slots: readonly { readonly slot: number; readonly key: string }[];
};

/** What the page of a screen is made with. */
export type CounterView = CounterKeys & {
  /** The address of the QR code, but for the code that changes. */
  readonly link: string;
  readonly alphabet: string;
  /** What it says when its keys are used up. */
  readonly over: string;
};
