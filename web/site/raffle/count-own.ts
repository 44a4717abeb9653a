/**
 * Counts an entry at once in the browser that sent it: the page's number is some seconds older. A browser that has not
 * joined notes the number that it saw. Once it has joined, there are more than that.
 *
 * @param isIn whether this browser has joined
 */
export function countOwn(text: HTMLElement, raffleCode: string, isIn: boolean): void {
  const { entered = "", withOwn = "" } = text.dataset;
  const key = `entered:${raffleCode}`;
  try {
    if (!isIn) sessionStorage.setItem(key, entered);
    else if (Number(sessionStorage.getItem(key)) >= Number(entered)) text.textContent = withOwn;
  } catch {
    // A browser may refuse to store anything.
  }
}
