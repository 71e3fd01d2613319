/** The kinds of errors that RFC 7644 distinguishes (section 3.12). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** An error of `/scim/v2`, whose message is sent to the identity provider. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimErrorType | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    { scimType, headers = {} }: { scimType?: ScimErrorType | undefined; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }

  get body() {
    const { status, scimType, message } = this;
    return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType && { scimType }), detail: message };
  }
}
