// Shows a raffle of this site where the script's element stands:
// <script async src="https://…/embed.js" data-raffle="CODE"></script>
// data-show="form" shows the entry form in place of the ticket, data-lang is en, de or fil, data-title names the frame.
(() => {
  const script = document.currentScript;
  const { origin } = new URL(script.src);
  const { raffle, show, lang, title } = script.dataset;
  const frame = document.createElement("iframe");
  const page = show === "form" ? "embed-entry" : "embed";
  frame.src = `${origin}/${page}/${encodeURIComponent(raffle)}${lang ? `?lang=${encodeURIComponent(lang)}` : ""}`;
  frame.title = title || "Tambiolo";
  frame.allow = "clipboard-write; web-share";
  Object.assign(frame.style, { display: "block", width: "100%", maxWidth: "40rem", height: "30rem", border: "0" });

  // The frame tells how high its page is. Nobody else may say so: neither another site, nor another frame.
  addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow || data?.message !== "height") return;
    const shrinks = data.value < frame.offsetHeight;
    frame.style.height = `${Number(data.value)}px`;
    // The answer to a long form is short: without this its reader would be left far below it.
    if (shrinks && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  });
  script.after(frame);
})();
