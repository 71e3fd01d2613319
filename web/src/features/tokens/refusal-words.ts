import type { ApiToken } from '@training/shared/tokens';

/** ", refused with 403" of a use that was; nothing of one that was not, or of which it is unknown. */
export function refusalWords({ status }: NonNullable<ApiToken['last_used']>): string {
  return status !== null && status >= 400 ? `, refused with ${status}` : '';
}
