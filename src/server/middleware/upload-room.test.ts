import { expect, onTestFinished, test, vi } from "vitest";
import { createUploadRoom, type Upload } from "./upload-room.ts";

const MEBIBYTE = 1024 * 1024;
const PHOTO = 8 * MEBIBYTE;
const SOON_MS = 50;
const SENDING: Upload = { received: () => Number.POSITIVE_INFINITY, cut: () => undefined };

test("one network's photos wait for each other, and another network's do not wait for them", async () => {
  const room = createUploadRoom();
  const first = await room.enter("a", PHOTO, SENDING);
  await room.enter("a", PHOTO, SENDING);
  let third: unknown;
  const waiting = room.enter("a", PHOTO, SENDING).then((leave) => {
    third = leave;
  });
  expect(await room.enter("b", PHOTO, SENDING)).toBeTypeOf("function");
  expect(third).toBeUndefined();
  first?.();
  await waiting;
  expect(third).toBeTypeOf("function");
});

test("all networks together take no more than the site has, and who finds no room in time is told so", async () => {
  const room = createUploadRoom(1, SOON_MS);
  const came: ((() => void) | null)[] = [];
  for (let number = 0; number < 7; number++) came.push(await room.enter(`network ${number}`, PHOTO, SENDING));
  expect(came.map((leave) => leave !== null)).toEqual([true, true, true, true, true, true, false]);
  came[0]?.();
  expect(await room.enter("another", PHOTO, SENDING)).not.toBeNull();
});

test("neighbours in one /24 or /48, which may be one person, leave a third of the room to others", async () => {
  const ofOne = [
    ["192.0.2.1", "192.0.2.2", "192.0.2.3"],
    ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1"],
  ];
  for (const addresses of ofOne) {
    const room = createUploadRoom(1, SOON_MS);
    const came = await Promise.all([...addresses, ...addresses].map((one) => room.enter(one, PHOTO, SENDING)));
    expect(came.filter((leave) => leave !== null)).toHaveLength(4);
    expect(await room.enter("198.51.100.7", PHOTO, SENDING)).not.toBeNull();
  }
});

test("workers share the room, and each has place for two photos", async () => {
  const room = createUploadRoom(8, SOON_MS);
  const came = await Promise.all(["a", "b", "c"].map((network) => room.enter(network, PHOTO, SENDING)));
  expect(came.map((leave) => leave !== null)).toEqual([true, true, false]);
});

test("uploads that hold their room and send nothing give way to who waits, and are left alone before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const room = createUploadRoom();
  const cut: number[] = [];
  const leaves: ((() => void) | null)[] = [];
  for (let number = 0; number < 6; number++) {
    const received = () => (number === 0 ? Number.POSITIVE_INFINITY : 6);
    const upload = { received, cut: () => void cut.push(number) };
    leaves.push(await room.enter(`network ${number}`, PHOTO, upload));
  }
  vi.advanceTimersByTime(60_000);
  expect(cut).toEqual([]);
  // Connections that send nothing wait in front of somebody who sends.
  const idle = { received: () => 6, cut: () => undefined };
  for (let number = 0; number < 9; number++) void room.enter(`idle ${number}`, PHOTO, idle);
  const waiting = room.enter("another", PHOTO, SENDING);
  vi.advanceTimersByTime(1_000);
  expect(cut).toEqual([1, 2, 3, 4, 5]);
  // Its request ends with its connection.
  leaves[1]?.();
  expect(await waiting).toBeTypeOf("function");
  // Once nobody waits, they are left alone again.
  vi.advanceTimersByTime(10_000);
  const before = cut.length;
  vi.advanceTimersByTime(60_000);
  expect(cut).toHaveLength(before);
});
