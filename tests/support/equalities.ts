import { parameterOf, type Sql } from "./parsed-sql.ts";

/** Columns and constants that a statement's conditions make equal. */
export class Equalities {
  readonly #parents = new Map<string, string>();
  readonly #constants = new Map<string, Sql>();

  /** A column is named by a text, a constant is its node. */
  equate(left: string | Sql, right: string | Sql): void {
    const [one, other] = [this.#root(this.#nameOf(left)), this.#root(this.#nameOf(right))];
    if (one !== other) this.#parents.set(one, other);
  }

  isBound(column: string): boolean {
    return this.#constantsOf(column).length > 0;
  }

  /** The numbers of the parameters that it is equal to. */
  parametersOf(column: string): number[] {
    return this.#constantsOf(column).flatMap((node) => parameterOf(node) ?? []);
  }

  #constantsOf(column: string): Sql[] {
    const root = this.#root(column);
    return [...this.#constants].filter(([name]) => this.#root(name) === root).map(([, node]) => node);
  }

  #nameOf(side: string | Sql): string {
    if (typeof side === "string") return side;
    // Two parameters may differ: each is a constant of its own.
    const name = `constant ${this.#constants.size}`;
    this.#constants.set(name, side);
    return name;
  }

  #root(name: string): string {
    const parent = this.#parents.get(name);
    return parent === undefined ? name : this.#root(parent);
  }
}
