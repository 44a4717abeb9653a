const RATTLE_EVERY_MS = 130;
/** C5, E5, G5, C6, in Hz. */
const FANFARE = [523.25, 659.25, 783.99, 1046.5];

/** The sounds of a show, made as they are played. Silent until they are switched on. */
export class ShowSound {
  #context: AudioContext | undefined;
  #rattle: ReturnType<typeof setInterval> | undefined;
  isOn = false;

  toggle(): void {
    this.isOn = !this.isOn;
    this.#context ??= new AudioContext();
    void this.#context.resume();
    if (this.isOn) this.fanfare();
  }

  /** Paper tumbling in a drum, until it is stopped. */
  turn(isTurning: boolean): void {
    clearInterval(this.#rattle);
    if (!isTurning) return;
    this.#rattle = setInterval(() => {
      for (let hit = 0; hit < 3; hit += 1) this.#play(140 + Math.random() * 380, Math.random() * 0.1, 0.05, 0.05);
    }, RATTLE_EVERY_MS);
  }

  fanfare(): void {
    for (const [index, tone] of FANFARE.entries()) this.#play(tone, index * 0.12, index === 3 ? 0.9 : 0.25, 0.14);
  }

  #play(tone: number, delay: number, length: number, loudness: number): void {
    const context = this.#context;
    if (!this.isOn || !context) return;
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + delay;
    oscillator.type = "triangle";
    oscillator.frequency.value = tone;
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}
