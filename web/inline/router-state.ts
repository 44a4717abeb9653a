/** What we read of React Router's state: how far a form or page is, and the last answers to forms, by route. */
type RouterState = {
  readonly navigation: { readonly state: "idle" | "loading" | "submitting" };
  readonly actionData: Readonly<Record<string, unknown>> | null;
};

/** React Router's state, from its place in `window`; undefined where no router runs. */
export const routerState = (): RouterState | undefined =>
  (window as { __reactRouterDataRouter?: { state: RouterState } }).__reactRouterDataRouter?.state;
