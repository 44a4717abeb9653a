/** The script of an organiser's posts: what shares and copies one follows what is typed, and one press sends it. */

for (const post of document.querySelectorAll<HTMLElement>("[data-post]")) {
  const field = post.querySelector("textarea");
  if (field) drive(post, field);
}

function drive(post: HTMLElement, field: HTMLTextAreaElement): void {
  const link = post.dataset.post ?? "";
  const copies = post.querySelector<HTMLElement>(`[data-copy$=" ${link}"]`);
  const ways = [...post.querySelectorAll<HTMLAnchorElement>('a[href*="?text="][target]')];
  const textNow = () => `${field.value} ${link}`;
  const update = () => {
    if (copies) copies.dataset.copy = textNow();
    for (const way of ways) way.href = way.href.replace(/text=.*$/, `text=${encodeURIComponent(textNow())}`);
  };
  field.addEventListener("input", update);
  // A browser that comes back to the page has restored what was typed.
  addEventListener("pageshow", update);
  const send = post.querySelector<HTMLButtonElement>("[data-send]");
  const picture = post.querySelector<HTMLAnchorElement>("a[download]");
  if (!send || !picture || !("share" in navigator)) return;
  send.hidden = false;
  copies?.classList.remove("button-primary");
  let file: Promise<File[]> | undefined;
  const filesNow = () => (file ??= loadPicture(picture));
  // A browser opens its apps only shortly after a press, so the picture is there before.
  for (const touch of ["pointerenter", "pointerdown", "focus"]) send.addEventListener(touch, filesNow);
  post.querySelector("img")?.addEventListener("load", filesNow);
  send.addEventListener("click", async () => {
    const files = await filesNow();
    const withPicture = files.length > 0 && navigator.canShare?.({ files });
    const sent = withPicture ? { files, text: textNow() } : { url: link, text: field.value };
    // Rejected when the person shares nothing after all.
    await navigator.share(sent).catch(() => undefined);
  });
}

/** The picture as a file to share; none where it does not come. */
async function loadPicture({ href, download }: HTMLAnchorElement): Promise<File[]> {
  try {
    const response = await fetch(href);
    if (!response.ok) return [];
    return [new File([await response.blob()], download, { type: "image/png" })];
  } catch {
    return [];
  }
}
