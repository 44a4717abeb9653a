/** What the two ways are called, and the file, without its ending. */
type Texts = Readonly<Record<"name" | "keep" | "share", string>>;

/** A link that stores a file, and a button that shares it where the browser can: browsers inside of apps store none. */
export function waysToStore(blob: Blob, texts: Texts): HTMLElement[] {
  const name = `${texts.name}.${blob.type.split("/")[1] ?? "png"}`;
  const link = document.createElement("a");
  link.className = "button button-primary";
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.textContent = texts.keep;
  const file = new File([blob], name, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) return [link];
  const share = document.createElement("button");
  share.type = "button";
  share.className = "button";
  share.textContent = texts.share;
  share.addEventListener("click", () => void navigator.share({ files: [file] }).catch(() => undefined));
  return [link, share];
}
