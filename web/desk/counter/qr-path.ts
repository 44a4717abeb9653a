import { encode } from "uqr";

/** A quiet zone of four modules, as scanners want it (ISO/IEC 18004). */
const BORDER = 4;

/** A QR code as the size and the path of a drawing: one stroke for each run of dark modules. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  let path = "";
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x]) x += 1;
      path += `M${from} ${y}h${x - from}v1h-${x - from}z`;
    }
  });
  return { size, path };
}
