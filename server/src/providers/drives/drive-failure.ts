/**
 * Reason why a request to a drive failed:
 * - `access_lost`: the credential is refused, or its grant was revoked; a user must connect again.
 * - `forbidden`: this item may not be read.
 * - `not_found`: the item doesn't exist, or is invisible to the account.
 * - `quota`: too many requests for now; access isn't lost.
 * - `unavailable`: no response, or an unusable one; may be temporary.
 * - `download_quota`: this file can't be downloaded any more today.
 * - `cursor_refused`: the list of changes, or that of a folder, must be started again.
 * - `too_large`, `export_forbidden`, `unsupported`, `empty`: about a file, until its content changes.
 */
export type DriveOutcome =
  | 'access_lost'
  | 'forbidden'
  | 'not_found'
  | 'quota'
  | 'unavailable'
  | 'download_quota'
  | 'cursor_refused'
  | 'too_large'
  | 'export_forbidden'
  | 'unsupported'
  | 'empty';

/** A failed request to a drive. It contains no text from the provider that could include a credential. */
export class DriveFailure extends Error {
  override readonly name = 'DriveFailure';
  readonly outcome: DriveOutcome;
  /** Seconds to wait before the next request, as requested by the provider. */
  readonly retryAfter: number | undefined;

  constructor(outcome: DriveOutcome, { retryAfter, detail }: { retryAfter?: number; detail?: string } = {}) {
    super(detail ?? outcome);
    this.outcome = outcome;
    this.retryAfter = retryAfter;
  }
}
