const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a URL's host is this machine: what is sent to it needs no encryption. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
