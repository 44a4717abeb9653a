type PageHeadingProps = { readonly title: string; readonly lead?: string };

/** A page's one first heading, with a sentence that leads in. */
export function PageHeading({ title, lead }: PageHeadingProps) {
  return (
    <header className="page-heading">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
  );
}
