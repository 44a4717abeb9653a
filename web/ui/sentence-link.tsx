import type { ReactNode } from "react";

type SentenceLinkProps = {
  readonly href: string;
  /** `Trans` passes these: the words between the link's tags in the catalogue. */
  readonly children?: ReactNode;
};

export function SentenceLink({ href, children }: SentenceLinkProps) {
  return <a href={href}>{children}</a>;
}
