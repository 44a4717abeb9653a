import { type ComponentProps, useEffect, useState } from "react";
import type { PushSwitch } from "./push-switch.tsx";

type Switch = typeof PushSwitch;

/** Fetches the switch for messages once the page is there: whoever came to read or tick waits for nothing. */
export function PushOffer(props: ComponentProps<Switch>) {
  const [loaded, setLoaded] = useState<{ readonly Switch: Switch } | null>(null);
  useEffect(() => {
    // Without it the page is whole: it offers no messages.
    import("./push-switch.tsx").then(({ PushSwitch: Switch }) => setLoaded({ Switch })).catch(() => undefined);
  }, []);
  return loaded && <loaded.Switch {...props} />;
}
