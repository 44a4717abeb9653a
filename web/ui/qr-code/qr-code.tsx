type QrCodeProps = {
  /** As the server has drawn it. */
  readonly svg: string;
  readonly alt: string;
  readonly size?: number;
  readonly className?: string;
};

export function QrCode({ svg, alt, size = 220, className }: QrCodeProps) {
  return <img className={className} src={svgAddress(svg)} alt={alt} width={size} height={size} />;
}

/** A drawing as an address that an image can show. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
