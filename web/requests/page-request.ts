import type { RouterContextProvider } from "react-router";

/** What loaders and actions get of a request. */
export type PageRequest = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  /** What its path names. */
  readonly params?: Readonly<Record<string, string | undefined>>;
};

/** The same with what its path names. */
export type PageRequestOf<Params> = PageRequest & { readonly params: Params };
