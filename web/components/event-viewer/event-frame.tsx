import "./event-viewer.css";

type EventFrameProps = { readonly link: string; readonly title: string };

/** Another site's page. Its scripts run as its own origin, which is never ours, and it is not told where it is shown. */
export function EventFrame({ link, title }: EventFrameProps) {
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
