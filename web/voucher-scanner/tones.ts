const STORED = "voucher-sound";

/** Tones in Hz, one after the other, and how long the phone shakes, in ms. Each result is heard without a look. */
const SIGNALS: Readonly<Record<string, { readonly tones: readonly number[]; readonly shakes: readonly number[] }>> = {
  valid: { tones: [659.25, 987.77], shakes: [80] },
  done: { tones: [523.25, 659.25, 783.99], shakes: [80, 60, 80] },
  used: { tones: [311.13, 311.13], shakes: [200, 100, 200] },
  unknown: { tones: [155.56], shakes: [500] },
  gone: { tones: [155.56], shakes: [500] },
};
const TONE_S = 0.16;
const LAST_TONE_S = 0.4;

let context: AudioContext | undefined;

/** Whether results are heard. On, until somebody switches it off in this browser. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

/** Switches the sound, and lets it be heard. A press on something is what browsers want before the first sound. */
export function setSound(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // Without storage it is on again after a reload.
  }
  if (on) play("valid");
}

/** Tells a result by tones, unless they are off, and by shaking the phone. */
export function signal(result: string): void {
  navigator.vibrate?.([...(SIGNALS[result]?.shakes ?? [])]);
  if (isSoundOn()) play(result);
}

function play(result: string): void {
  const tones = SIGNALS[result]?.tones ?? [];
  context ??= new AudioContext();
  void context.resume();
  for (const [index, tone] of tones.entries()) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + index * TONE_S;
    const end = at + (index === tones.length - 1 ? LAST_TONE_S : TONE_S);
    oscillator.type = tone < 400 ? "square" : "triangle";
    oscillator.frequency.value = tone;
    gain.gain.setValueAtTime(0.15, at);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(end);
  }
}
