import type { Reader } from "#src/db/connect.ts";
import { findRaffleSecrets, type RaffleSecrets } from "./find-secrets.ts";

/**
 * A value that changes with a raffle's access code, for long-lived streams to an organiser. Read it before the proof.
 * Null if the raffle is gone. It must not leave the process.
 */
export async function readAccessSeal(reader: Reader, idOrCode: string): Promise<string | null> {
  const raffle = await findRaffleSecrets(reader, idOrCode);
  return raffle ? sealOf(raffle) : null;
}

/** Who may go on reading a stream: the seal at the proof, and the account and the token that were the proof, if any. */
export type StreamHolder = {
  readonly seal: string;
  readonly userId: string | null;
  readonly tokenId: string | null;
};

/**
 * Reads which of a raffle's streams may go on now: not with an earlier access code, nor an account that was removed
 * from its people, or banned, nor a token that was revoked or has ended. Ask it before each message.
 *
 * @param now when a token must still be good
 * @param holders those that are asked about; who came since with a token has to wait for the next look
 */
export async function readStreamRights(
  reader: Reader,
  raffleId: string,
  now: Date,
  holders: readonly StreamHolder[],
): Promise<(holder: StreamHolder) => boolean> {
  const raffle = await findRaffleSecrets(reader, raffleId);
  const organisers = await reader
    .selectFrom("raffleMembers")
    .innerJoin("users", "users.id", "userId")
    .select("userId")
    .where("raffleId", "=", raffleId)
    .where("raffleMembers.role", "in", ["owner", "organiser"])
    .where("banned", "=", false)
    .execute();
  const userIds = new Set(organisers.map(({ userId }) => userId));
  const tokenIds = await readGoodTokens(
    reader,
    now,
    holders.flatMap(({ tokenId }) => tokenId ?? []),
  );
  const seal = raffle && sealOf(raffle);
  return (holder) =>
    holder.seal === seal &&
    (holder.userId === null || userIds.has(holder.userId)) &&
    (holder.tokenId === null || tokenIds.has(holder.tokenId));
}

/** Those of the tokens that prove something now. */
async function readGoodTokens(reader: Reader, now: Date, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const good = await reader
    .selectFrom("apiTokens")
    .select("id")
    .where("id", "in", ids)
    .where("expiresAt", ">", now)
    .execute();
  return new Set(good.map(({ id }) => id));
}

function sealOf({ accessCodeHash }: RaffleSecrets): string {
  return accessCodeHash.toString("base64");
}
