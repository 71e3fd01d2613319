/**
 * Scripts from ourselves only, none inline. Mantine and Swagger UI set styles as they go, and draw a few icons from
 * data.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // A recording that was not sent yet is played from the page itself.
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** For data: whoever opens it as a page gets nothing loaded, and no frame of it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

type Options = { https: boolean };

/** The headers of a page, and of every answer that a browser may show. */
export function securityHeaders({ https }: Options): Record<string, string> {
  return {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), payment=()',
    ...strict(https),
  };
}

/** Those of the public API's answers, which are JSON and never a page: the rest would be longer than what is said. */
export function dataHeaders({ https }: Options): Record<string, string> {
  return { 'content-security-policy': DATA_POLICY, 'x-content-type-options': 'nosniff', ...strict(https) };
}

const strict = (https: boolean): Record<string, string> =>
  https ? { 'strict-transport-security': 'max-age=31536000' } : {};
