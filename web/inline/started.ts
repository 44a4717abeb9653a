/** Whether React has hydrated the page. Since then it sends the forms and shows their answers. */
export const isStarted = () => "started" in document.documentElement.dataset;
