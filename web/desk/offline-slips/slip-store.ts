import { MAX_WAITING_SLIPS } from "#src/entries/paper/offline/limits.ts";
import type { SlipFields, SlipHead } from "#src/entries/paper/offline/seal-format.ts";
import { type SiteKey, sealSlip } from "#src/entries/paper/offline/seal-slip.ts";

/** A slip that waits in this browser. Nobody can read it here: only the site has the key. */
export type WaitingSlip = SlipHead & { readonly raffleId: string; readonly sealed: string };

const NAME = "offline-slips";

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("slips", { keyPath: "id" });
      request.result.createObjectStore("numbers");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Runs one transaction, and answers once it is on the disk. */
async function inStore<Value>(
  name: "slips" | "numbers",
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, done: (value: Value) => void) => void,
): Promise<Value> {
  const tx = (await database()).transaction(name, mode, { durability: "strict" });
  return new Promise((resolve, reject) => {
    let value: Value;
    work(tx.objectStore(name), (result) => {
      value = result;
    });
    tx.oncomplete = () => resolve(value);
    tx.onabort = () => reject(tx.error);
  });
}

/** All slips that wait in this browser, of all raffles, in the order in which they were typed. */
export async function waitingSlips(): Promise<readonly WaitingSlip[]> {
  const slips = await inStore<WaitingSlip[]>("slips", "readonly", (store, done) => {
    const all = store.getAll();
    all.onsuccess = () => done(all.result);
  });
  return slips.sort((a, b) => a.typedAt - b.typedAt || a.number - b.number);
}

/**
 * Seals a slip for the site and stores it.
 *
 * @throws if the browser stores nothing, or has all slips that it may
 */
export async function storeSlip(siteKey: SiteKey, raffleId: string, fields: SlipFields): Promise<WaitingSlip> {
  if ((await waitingSlips()).length >= MAX_WAITING_SLIPS)
    throw new RangeError("This browser has all slips that it may.");
  const head = { id: crypto.randomUUID(), number: await nextNumber(raffleId), typedAt: Date.now() };
  const sealed = await sealSlip(siteKey, raffleId, head, fields);
  const slip = { ...head, raffleId, sealed };
  await inStore<void>("slips", "readwrite", (store) => store.put(slip));
  return slip;
}

function nextNumber(raffleId: string): Promise<number> {
  return inStore<number>("numbers", "readwrite", (store, done) => {
    const last = store.get(raffleId);
    last.onsuccess = () => {
      const number = (Number(last.result) || 0) + 1;
      store.put(number, raffleId);
      done(number);
    };
  });
}

/** Forgets slips that the site has answered for. */
export function forgetSlips(ids: readonly string[]): Promise<void> {
  return inStore<void>("slips", "readwrite", (store) => {
    for (const id of ids) store.delete(id);
  });
}
