/**
 * The script of a page in another site's frame. Tells the page around it how high this one is, in the words of
 * WordPress: embed.js reads them too. A height is no secret, so that whoever has framed us may read it.
 */

/** WordPress knows a frame of its own by this. It opens our links itself, because its frames may open no tab. */
const secret = /[#?&]secret=(\w+)/.exec(location.hash)?.[1];

const send = (message: string, value: number | string) => parent.postMessage({ message, value, secret }, "*");

new ResizeObserver(() => send("height", Math.ceil(document.body.getBoundingClientRect().height))).observe(
  document.body,
);

if (secret) {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    send("link", link.href);
  });
}
