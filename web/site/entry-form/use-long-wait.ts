import { useEffect, useState } from "react";

/** Wait in milliseconds before the form explains the delay. Most entries are answered in a tenth of this. */
const LONG_MS = 3000;

/** Whether a request has been pending for longer than people expect. */
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
