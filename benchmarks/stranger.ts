/** A year from now, when the raffles close. */
export const LATER = new Date(Date.now() + 365 * 86_400_000);

export type Codes = { readonly codeId: string; readonly accessCode: string };

/** A client that can send each request from another network. */
export type Stranger = {
  readonly origin: string;
  /** Addresses of one IPv6 customer: a new /64 network of one /48 on each call. */
  readonly nextNetwork: () => string;
  send(path: string, options?: Sent): Promise<Response>;
  /** Creates a raffle from a network of its own. Null if the site asks for a puzzle or refuses. */
  makeRaffle(name: string, address?: string): Promise<Codes | null>;
};

type Sent = { readonly address?: string; readonly json?: unknown; readonly form?: FormData; readonly basic?: Codes };

export function createStranger(origin: string): Stranger {
  let networks = 0;
  const nextNetwork = () => {
    networks += 1;
    return `2001:db8:77:${(networks % 65_536).toString(16)}::1`;
  };
  const send = (path: string, { address = nextNetwork(), json, form, basic }: Sent = {}) => {
    const headers = new Headers({ "x-forwarded-for": address, accept: "text/html, application/json" });
    if (json !== undefined) headers.set("content-type", "application/json");
    if (basic) headers.set("authorization", `Basic ${btoa(`${basic.codeId}:${basic.accessCode}`)}`);
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    return fetch(`${origin}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers,
      redirect: "manual",
      ...(body && { body }),
    });
  };
  return {
    origin,
    nextNetwork,
    send,
    async makeRaffle(name, address) {
      const answer = await send("/api/raffles", { json: raffle(name), ...(address !== undefined && { address }) });
      const text = await answer.text();
      return answer.status === 201 ? (JSON.parse(text) as Codes) : null;
    },
  };
}

/** A raffle as an API client sends it, open for a year. */
export function raffle(name: string) {
  return {
    name,
    details: "A raffle of a stranger.",
    dueDate: LATER.toISOString(),
    drawDate: new Date(LATER.getTime() + 86_400_000).toISOString(),
    prizes: [{ prizeCode: "P1", name: "Rice", orderNumber: 1 }],
    rules: [],
  };
}

/** The entry of a numbered person, with a phone and e-mail address of their own. */
export function person(number: number, more: Record<string, unknown> = {}) {
  return {
    firstName: "Maria",
    lastName: `Santos ${number}`,
    address: "12 Rizal Street, Iloilo City",
    phone: `+63 917 ${String(number).padStart(7, "0")}`,
    email: `maria.${number}@example.com`,
    facebook: `https://www.facebook.com/maria.${number}`,
    instagram: `https://www.instagram.com/maria.${number}`,
    acceptTerms: true,
    ...more,
  };
}
