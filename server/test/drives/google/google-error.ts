/** Error of the stand-in, as Google answers it. */
export class GoogleError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly location: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    reason: string,
    message: string,
    { location, headers = {} }: { location?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.location = location;
    this.headers = headers;
  }

  body(): object {
    const { status: code, reason, message, location } = this;
    const domain = /Limit|quota/i.test(reason) ? 'usageLimits' : 'global';
    const place = location ? { locationType: 'parameter', location } : {};
    return { error: { code, message, errors: [{ message, domain, reason, ...place }] } };
  }
}

export const invalid = (location: string, message = 'Invalid Value') =>
  new GoogleError(400, 'invalid', message, { location });

export const notFound = (id: string, what = 'File') =>
  new GoogleError(404, 'notFound', `${what} not found: ${id}.`, { location: 'fileId' });

/** Returns the error for a shared drive of which the caller isn't a member. */
export const noMember = (id: string, status: 404 | 403) =>
  status === 404
    ? notFound(id, 'Shared drive')
    : new GoogleError(403, 'teamDriveMembershipRequired', 'The attempted action requires shared drive membership.');
