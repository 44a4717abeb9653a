/** What a feature answers: the value it made, or the reason it refused. Bugs throw instead. */
export type Outcome<Value, Refusal> = Accepted<Value> | Refused<Refusal>;

export type Accepted<Value> = { readonly ok: true; readonly value: Value };
export type Refused<Refusal> = { readonly ok: false; readonly refusal: Refusal };

/** Wraps a value as the accepted side of an outcome. */
export function accept<Value>(value: Value): Accepted<Value> {
  return { ok: true, value };
}

/** Wraps a reason as the refused side of an outcome; literal reasons keep their literal type. */
export function refuse<const Refusal>(refusal: Refusal): Refused<Refusal> {
  return { ok: false, refusal };
}
