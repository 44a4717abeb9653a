import { type Proof, wayOf } from "./ways.ts";

/**
 * Whether drops cost something: there are rules, and each is done by buying. In many countries a raffle is a lottery
 * then. Where a raffle asks for nothing, or for one thing that is free, it is not.
 *
 * @param proofs of all rules of a raffle
 */
export function lacksFreeWay(proofs: readonly Proof[]): boolean {
  return proofs.length > 0 && proofs.every((proof) => wayOf(proof).needsPurchase);
}
