import { memo } from "react";

/**
 * The version being edited, by which the server detects that somebody else saved meanwhile. The page's script replaces
 * it with a restored draft's version. React leaves that value while its own version stays the same.
 */
export const VersionField = memo(function VersionField({ version }: { readonly version: string | number }) {
  return <input type="hidden" name="version" defaultValue={version} data-drafted="version" />;
});
