/** The script of the list: a file that is dropped anywhere on the page is chosen, and does not replace the page. */

const field = document.querySelector<HTMLInputElement>("[data-drops] input[type=file]");

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  const files = event.dataTransfer?.files;
  if (!field || !files || files.length === 0) return;
  event.preventDefault();
  field.files = files;
  field.focus();
});
