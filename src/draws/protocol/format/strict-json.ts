import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/** What a text of JSON may be at most. A transcript with a million winners fits. */
export const JSON_LIMITS = { bytes: 32 * 1024 * 1024, depth: 16, values: 4_000_000 } as const;

/** Why bytes cannot be read at all, and at which character (of bytes that are no UTF-8: 0). */
export type Unreadable = {
  readonly reason:
    | "too-long"
    | "too-deep"
    | "too-many-values"
    | "utf-8"
    | "no-json"
    | "member-twice"
    | "no-plain-digits";
  readonly at: number;
};

/** Thrown and caught in this file alone. */
class Stop extends Error {
  readonly unreadable: Unreadable;

  constructor(reason: Unreadable["reason"], at: number) {
    super(reason);
    this.unreadable = { reason, at };
  }
}

/**
 * Reads JSON as the protocol has it: no member twice, numbers of plain digits only. JSON.parse takes the last of two
 * members, so that two readers could see two things in one text.
 */
export function readStrictJson(bytes: Uint8Array): Outcome<unknown, Unreadable> {
  if (bytes.length > JSON_LIMITS.bytes) return refuse({ reason: "too-long", at: JSON_LIMITS.bytes });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse({ reason: "utf-8", at: 0 });
  }
  try {
    return accept(new Reader(text).whole());
  } catch (error) {
    if (error instanceof Stop) return refuse(error.unreadable);
    throw error;
  }
}

const SPACE = /[ \t\n\r]*/y;
const DIGITS = /0|[1-9][0-9]*/y;
const ANY_NUMBER = /-?[0-9]/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPED = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORDS: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

class Reader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(1);
    this.#take(SPACE);
    return this.#at === this.#text.length ? value : this.#stop("no-json");
  }

  #value(depth: number): unknown {
    this.#take(SPACE);
    this.#values += 1;
    if (depth > JSON_LIMITS.depth) this.#stop("too-deep");
    if (this.#values > JSON_LIMITS.values) this.#stop("too-many-values");
    const first = this.#text[this.#at];
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    if (first === '"') return this.#string();
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word) {
      this.#at += word[0].length;
      return word[1];
    }
    return this.#number();
  }

  #number(): number {
    const start = this.#at;
    const digits = this.#take(DIGITS);
    // What could go on as a number is one in another spelling: -1, 1.0, 1e3, 01.
    const isOther =
      digits === undefined ? this.#take(ANY_NUMBER) !== undefined : /[.eE0-9]/.test(this.#text[this.#at] ?? "");
    if (isOther) throw new Stop("no-plain-digits", start);
    return digits === undefined ? this.#stop("no-json") : Number(digits);
  }

  #string(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') this.#stop("no-json");
    this.#at += 1;
    // Part by part: one expression for the whole would keep a place to go back to for each character.
    let isPlain = true;
    for (this.#take(PLAIN); this.#text[this.#at] !== '"'; this.#take(PLAIN)) {
      if (this.#take(ESCAPED) === undefined) throw new Stop("no-json", start);
      isPlain = false;
    }
    this.#at += 1;
    const written = this.#text.slice(start, this.#at);
    return isPlain ? written.slice(1, -1) : (JSON.parse(written) as string);
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    if (this.#skip("]")) return items;
    do items.push(this.#value(depth + 1));
    while (this.#skip(","));
    return this.#skip("]") ? items : this.#stop("no-json");
  }

  #object(depth: number): object {
    // Without a prototype, so that no name means anything.
    const members: Record<string, unknown> = Object.create(null);
    this.#at += 1;
    if (this.#skip("}")) return members;
    do {
      this.#take(SPACE);
      const start = this.#at;
      const name = this.#string();
      if (Object.hasOwn(members, name)) throw new Stop("member-twice", start);
      if (!this.#skip(":")) this.#stop("no-json");
      members[name] = this.#value(depth + 1);
    } while (this.#skip(","));
    return this.#skip("}") ? members : this.#stop("no-json");
  }

  #skip(character: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #stop(reason: Unreadable["reason"]): never {
    throw new Stop(reason, this.#at);
  }
}
