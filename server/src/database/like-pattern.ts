/** What `like` takes to find `part` anywhere, with nothing in it read as a wildcard. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
