import "./event-viewer.css";

/** Another site's page in a frame. Its scripts run under its own origin, never ours, and it gets no Referer. */
export function EventFrame({ link, title }: { readonly link: string; readonly title: string }) {
  return (
    <iframe
      className="event-frame"
      src={link}
      title={title}
      sandbox="allow-same-origin allow-scripts allow-forms"
      referrerPolicy="no-referrer"
    />
  );
}
