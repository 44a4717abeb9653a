/** Why a sent form got no readable answer. The page has a message for each kind. */
export type FormFault = {
  /** "stale": the site took the form, but the page after it failed to load. */
  readonly kind: "offline" | "busy" | "broken" | "renewed" | "stale";
  /** The URL that shows the answer of the sent form. */
  readonly shownAt?: string;
  /** The site's own message. It replaces the message of the kind. */
  readonly message?: string | undefined;
  /** Set if the form itself was never sent. */
  readonly isUnsent?: true;
};

/** Events between the page's script, React and scripts of single pages, about the last sent form. */
export const FORM_EVENTS = {
  unsent: "form-unsent",
  sent: "form-sent",
  settled: "form-settled",
  started: "page-started",
  /** Of a form: no network. A page that prevents it takes care of what was typed. */
  lost: "form-lost",
};

/** Statuses of overload or a restart: a retry may soon succeed. */
const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** The fault behind an answer that is no page of ours: a proxy's page, or a refusal by middleware. */
export function faultOf(status: number, text: string): FormFault {
  return { kind: BUSY_STATUSES.includes(status) ? "busy" : "broken", message: messageIn(text) };
}

/** The message of a refusal in our API's JSON. */
function messageIn(text: string): string | undefined {
  try {
    const { message, detail } = JSON.parse(text) as { message?: string; detail?: string };
    return message ?? detail;
  } catch {
    return undefined;
  }
}

/** Whether a path asks for a login or an access code first. Afterwards the person returns to the typed form. */
export function asksWho(path: string): boolean {
  return /^\/(login\?|second-factor\?|open-desk\/)/.test(path);
}

/** Dispatches the event for the page's script. */
export function announce(name: keyof typeof FORM_EVENTS, fault?: FormFault): void {
  document.dispatchEvent(new CustomEvent(FORM_EVENTS[name], { detail: fault }));
}
