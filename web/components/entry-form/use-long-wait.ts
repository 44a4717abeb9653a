import { useEffect, useState } from "react";

/** Most entries are answered in a tenth of this; whoever waits longer wants to know why. */
const LONG_MS = 3000;

/** Whether something has been under way for longer than people expect. */
export function useLongWait(underWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!underWay) return;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [underWay]);
  return isLong;
}
