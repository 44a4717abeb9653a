import { type ComponentProps, useEffect, useState } from "react";
import type { DeviceSwitch } from "./device-switch.tsx";

type Switch = typeof DeviceSwitch;

let loaded: Switch | null = null;

/** Fetches the script of the switch, once. Without it a page is whole: "Your tickets" forget entries too. */
export async function loadDeviceSwitch(): Promise<Switch | null> {
  const script = await import("./device-switch.tsx").catch(() => null);
  loaded = script?.DeviceSwitch ?? null;
  return loaded;
}

/** Shows the switch: at once where its script is there already, or after the page. */
export function KeepOnDevice(props: ComponentProps<Switch>) {
  const [Switch, setSwitch] = useState(() => loaded);
  useEffect(() => {
    if (!Switch) void loadDeviceSwitch().then((script) => setSwitch(() => script));
  }, [Switch]);
  return Switch && <Switch key={props.entryCode} {...props} />;
}
