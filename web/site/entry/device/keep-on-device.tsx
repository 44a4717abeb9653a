import { type ComponentProps, useEffect, useState } from "react";
import type { DeviceSwitch } from "./device-switch.tsx";

type Switch = typeof DeviceSwitch;

/** Fetches the switch once the page is there: what was sent from here is stored by then. */
export function KeepOnDevice(props: ComponentProps<Switch>) {
  const [loaded, setLoaded] = useState<{ readonly Switch: Switch } | null>(null);
  useEffect(() => {
    // Without it the page is whole: "Your tickets" forget entries too.
    import("./device-switch.tsx").then(({ DeviceSwitch: Switch }) => setLoaded({ Switch })).catch(() => undefined);
  }, []);
  return loaded && <loaded.Switch {...props} />;
}
