import type { MiddlewareHandler } from "hono";
import { collectLimits, type LimitLeft } from "#src/rate-limits/limits-left.ts";

/**
 * Tells what is left of the limits that a request was counted under, in the headers RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers-10). A limit that is used up asks for a puzzle; `Retry-After` says until when.
 */
export function rateLimitHeaders(): MiddlewareHandler {
  return async (c, next) => {
    const limits = await collectLimits(next);
    if (limits.length === 0) return;
    const policy = ({ name, quota, windowMs }: LimitLeft) => `"${name}";q=${quota};w=${windowMs / 1000}`;
    const left = ({ name, left, resetMs }: LimitLeft) => `"${name}";r=${left};t=${Math.ceil(resetMs / 1000)}`;
    c.header("ratelimit-policy", limits.map(policy).join(", "));
    c.header("ratelimit", limits.map(left).join(", "));
  };
}
