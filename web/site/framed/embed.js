// Shows a raffle of this site where the script's element stands:
// <script async src="https://…/embed.js" data-raffle="CODE"></script>
// data-show="form" shows the entry form in place of the ticket, data-lang is en, de or fil, data-title names the frame.
(() => {
  const LINKS = "LINKS"; // web/embed-script-plugin.ts puts the words here.
  const script = document.currentScript;
  const { origin } = new URL(script.src);
  const { raffle, show, lang, title } = script.dataset;
  const code = encodeURIComponent(raffle);
  const isForm = show === "form";
  const query = lang ? `?lang=${encodeURIComponent(lang)}` : "";
  const frame = document.createElement("iframe");
  frame.src = `${origin}/${isForm ? "embed-entry" : "embed"}/${code}${query}`;
  frame.title = title || "Tambiolo";
  frame.allow = "clipboard-write; web-share";
  Object.assign(frame.style, { display: "block", width: "100%", maxWidth: "40rem", height: "30rem", border: "0" });

  let isShown = false;
  // The frame tells how high its page is. Nobody else may say so: neither another site, nor another frame.
  addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow || data?.message !== "height") return;
    isShown = true;
    const shrinks = data.value < frame.offsetHeight;
    frame.style.height = `${Number(data.value)}px`;
    // The answer to a long form is short: without this its reader would be left far below it.
    if (shrinks && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  });

  // Of a page that it may not show, a browser says only that something was loaded. Ours would have sent its height.
  frame.addEventListener("load", () => setTimeout(() => isShown || showLink(), 1000), { once: true });

  function showLink() {
    const link = document.createElement("a");
    link.href = `${origin}/${isForm ? "raffle-entry" : "raffle"}/${code}${query}`;
    link.textContent = title || LINKS[lang] || LINKS.en;
    frame.replaceWith(link);
    const setting = isForm ? "" : ", or tick “Any website may show the ticket”";
    // biome-ignore lint/suspicious/noConsole: whoever makes the website looks there, and nobody else can mend it
    console.warn(
      `Tambiolo: ${location.origin} may not show this raffle, or it did not load. On the raffle's page “Share” add ` +
        `${location.origin} to “Websites that may show it”${setting}.`,
    );
  }
  script.after(frame);
})();
