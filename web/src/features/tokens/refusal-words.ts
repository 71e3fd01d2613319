import type { ApiToken } from '@training/shared/tokens/tokens';

/** Returns ", refused with 403" if the last use was refused; empty if it wasn't, or if that is unknown. */
export function refusalWords({ status }: NonNullable<ApiToken['last_used']>): string {
  return status !== null && status >= 400 ? `, refused with ${status}` : '';
}
