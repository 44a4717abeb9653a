import type { ReactNode } from "react";

type NoticeProps = { readonly kind: "info" | "success" | "error"; readonly children: ReactNode };

/** A status message. Screen readers announce errors at once, and other messages when they are idle. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
      <p>{children}</p>
    </div>
  );
}
