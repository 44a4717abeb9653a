/** The longer side of the pictures that are searched. A voucher that fills a third of it has 5 pixels a module. */
const LONGEST_SIDE = 800;
/** After a look without a code. Cameras give 30 pictures a second. */
const NEXT_LOOK_MS = 60;

/**
 * The camera of a phone, in whose pictures a worker looks for QR codes. The worker is fetched when the camera starts.
 */
export class Camera {
  readonly video = document.createElement("video");
  readonly #canvas = document.createElement("canvas");
  readonly #worker: Worker;
  readonly #found: (text: string) => void;
  #looks = false;
  #waits = false;

  /** @param found called with each code while the camera looks */
  constructor(workerUrl: string, found: (text: string) => void) {
    this.#found = found;
    this.#worker = new Worker(workerUrl, { type: "module" });
    this.#worker.onmessage = ({ data: text }: MessageEvent<string | null>) => {
      this.#waits = false;
      if (!this.#looks) return;
      if (text === null) setTimeout(() => this.#look(), NEXT_LOOK_MS);
      else this.#found(text);
    };
    this.video.muted = true;
    this.video.playsInline = true;
  }

  /** Asks for the camera at the back, if there is one. Rejects where there is none, or where it is refused. */
  async start(): Promise<void> {
    const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
    this.video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted });
    await this.video.play();
  }

  /** Shows the pictures in this place, and looks for codes in them. */
  async resume(place: HTMLElement): Promise<void> {
    place.prepend(this.video);
    // A video that was moved stands still.
    await this.video.play();
    this.#looks = true;
    this.#look();
  }

  pause(): void {
    this.#looks = false;
  }

  #look(): void {
    if (!this.#looks || this.#waits) return;
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    const drawing = width > 0 ? this.#contextOf(width, height) : null;
    if (!drawing) {
      setTimeout(() => this.#look(), NEXT_LOOK_MS);
      return;
    }
    drawing.drawImage(this.video, 0, 0, width, height);
    const frame = drawing.getImageData(0, 0, width, height);
    this.#waits = true;
    this.#worker.postMessage(frame, [frame.data.buffer]);
  }

  #contextOf(width: number, height: number): CanvasRenderingContext2D | null {
    this.#canvas.width = width;
    this.#canvas.height = height;
    return this.#canvas.getContext("2d", { willReadFrequently: true });
  }
}
