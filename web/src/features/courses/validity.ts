/** Describes when a completion expires. */
export function validity(days: number | null): string {
  return days === null ? 'Never expires' : days === 1 ? 'Expires after 1 day' : `Expires after ${days} days`;
}
