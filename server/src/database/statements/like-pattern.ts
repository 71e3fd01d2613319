/** Returns a `like` pattern that finds `part` anywhere, with its wildcards escaped. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
