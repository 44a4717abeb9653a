type PageHeadingProps = { readonly title: string; readonly lead?: string };

/** A page's only first-level heading, with an introductory sentence. */
export function PageHeading({ title, lead }: PageHeadingProps) {
  return (
    <header className="page-heading">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
  );
}
