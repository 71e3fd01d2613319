/**
 * Why a drive did not answer as asked:
 * - `access_lost`: the credential is refused, or what it was granted was taken back; somebody must connect again.
 * - `forbidden`: this one thing may not be read.
 * - `not_found`: it is not there, or the account may not see it.
 * - `quota`: too many requests for now, which is no lost access.
 * - `unavailable`: no answer, or none that can be used; it may pass.
 * - `download_quota`: this one file is given no more for today.
 * - `cursor_refused`: the list of changes, or that of a folder, must be begun anew.
 * - `too_large`, `export_forbidden`, `unsupported`, `empty`: of a file, until its content changes.
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

/** No words of the provider that could hold a credential are in it. */
export class DriveFailure extends Error {
  override readonly name = 'DriveFailure';
  readonly outcome: DriveOutcome;
  /** After how many seconds the provider wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(outcome: DriveOutcome, { retryAfter, detail }: { retryAfter?: number; detail?: string } = {}) {
    super(detail ?? outcome);
    this.outcome = outcome;
    this.retryAfter = retryAfter;
  }
}
