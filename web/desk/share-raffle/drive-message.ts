/** The script of an organiser's message: what shares and copies it follows what is typed. */

for (const message of document.querySelectorAll<HTMLElement>("[data-message]")) follow(message);

function follow(message: HTMLElement): void {
  const field = message.querySelector("textarea");
  if (!field) return;
  const link = message.dataset.message ?? "";
  const apps = message.querySelector<HTMLButtonElement>("[data-share]");
  const copies = message.querySelector<HTMLElement>(`[data-copy$=" ${link}"]`);
  const ways = [...message.querySelectorAll<HTMLAnchorElement>('a[href*="?text="][target]')];
  const update = () => {
    const text = `${field.value} ${link}`;
    if (copies) copies.dataset.copy = text;
    for (const way of ways) way.href = way.href.replace(/text=.*$/, `text=${encodeURIComponent(text)}`);
  };
  field.addEventListener("input", update);
  // A browser that comes back to the page has restored what was typed.
  addEventListener("pageshow", update);
  if (!apps) return;
  apps.hidden = !("share" in navigator);
  // Rejected when the person shares nothing after all.
  apps.addEventListener("click", () => navigator.share({ url: link, text: field.value }).catch(() => undefined));
}
