import { bytesToHex } from "@noble/hashes/utils.js";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import type { Fault } from "../protocol/format/fault.ts";
import { faultOfDifference } from "../protocol/format/members.ts";
import type { Ticket } from "../protocol/list/ticket.ts";
import { TicketList } from "../protocol/list/ticket-list.ts";
import { faultOfSums, type Lock } from "../protocol/lock.ts";

const LF = 10;

/**
 * Reads the list of a lock of this site. The lock was made of a list that was read as every verifier reads it, and the
 * root is that of these bytes and no others. So the root alone is checked here, in a third of the time.
 *
 * @param chunks whole lines of the list file
 * @returns refusal: a list that is not the one that was locked
 */
export async function readLockedList(
  lock: Lock,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Outcome<TicketList, Fault>> {
  const list = new TicketList(lock.plan);
  const root = new MerkleRoot(nodeSha256);
  let lines = 0;
  for await (const chunk of chunks) {
    for (let start = 0, end = chunk.indexOf(LF); end !== -1; start = end + 1, end = chunk.indexOf(LF, start)) {
      root.add(leafHash(chunk.subarray(start, end), nodeSha256));
      lines += 1;
    }
    // More lines than were locked are not read to their end.
    const tooMany = lines > lock.tickets ? faultOfDifference("lock.tickets", lock.tickets, lines) : undefined;
    if (tooMany) return refuse(tooMany);
    for (const ticket of ticketsIn(chunk)) list.add(ticket);
  }
  const fault = faultOfSums(lock, { list }) ?? faultOfDifference("lock.root", lock.root, bytesToHex(root.root()));
  return fault ? refuse(fault) : accept(list);
}

/** The tickets of these lines; none where they were changed by hand so that they are no JSON, which the root shows. */
function ticketsIn(chunk: Uint8Array): Ticket[] {
  const lines = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("utf8");
  try {
    // One text for all of them is read in less time than a thousand.
    return JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`) as Ticket[];
  } catch {
    return [];
  }
}
