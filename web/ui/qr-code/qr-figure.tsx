import { QrCode } from "./qr-code.tsx";
import "./qr-figure.css";

type QrFigureProps = {
  /** As the server has drawn it. */
  readonly svg: string;
  readonly alt: string;
  readonly caption?: string;
};

/** A QR code in a frame, to be scanned from the screen. */
export function QrFigure({ svg, alt, caption }: QrFigureProps) {
  return (
    <figure className="qr-figure">
      <QrCode svg={svg} alt={alt} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
