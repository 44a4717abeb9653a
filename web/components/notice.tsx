import type { ReactNode } from "react";

type NoticeProps = { readonly kind: "info" | "success" | "error"; readonly children: ReactNode };

/** A sentence that something happened. Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
      <p>{children}</p>
    </div>
  );
}
