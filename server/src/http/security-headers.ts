/**
 * Content Security Policy: own scripts only and none inline. Mantine and Swagger UI set inline styles and use a few
 * icons from data URLs.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // Recordings that haven't been uploaded yet are played from a blob URL.
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Policy for data: if the response is opened as a page, it loads nothing and can't be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

type Options = { https: boolean };

/** Returns the security headers of pages and other responses that a browser may display. */
export function createPageSecurityHeaders({ https }: Options): Record<string, string> {
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

/**
 * Returns the security headers of the public API's JSON and of the console's scripts and styles, which are never a
 * page. The full set would often be longer than the body.
 */
export function createNonPageSecurityHeaders({ https }: Options): Record<string, string> {
  return { 'content-security-policy': DATA_POLICY, 'x-content-type-options': 'nosniff', ...strict(https) };
}

/** Returns the security headers of the console's JSON, which browsers send with a cookie: no other site embeds it. */
export function createConsoleDataSecurityHeaders(options: Options): Record<string, string> {
  return { ...createNonPageSecurityHeaders(options), 'cross-origin-resource-policy': 'same-origin' };
}

const strict = (https: boolean): Record<string, string> =>
  https ? { 'strict-transport-security': 'max-age=31536000' } : {};
