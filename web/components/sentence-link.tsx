import type { ReactNode } from "react";

type SentenceLinkProps = {
  readonly href: string;
  /** Given by `Trans`: the words between the link's tags in the catalogue. */
  readonly children?: ReactNode;
};

/** A link within a sentence of the catalogue. */
export function SentenceLink({ href, children }: SentenceLinkProps) {
  return <a href={href}>{children}</a>;
}
