/**
 * Scripts from ourselves only, none inline. Mantine and Swagger UI set styles as they go, and draw a few icons from
 * data.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers that every answer carries. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), payment=()',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
