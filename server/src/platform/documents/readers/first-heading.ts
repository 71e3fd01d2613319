/** Returns the first `# heading` of a Markdown text. */
export function firstHeading(markdown: string): string | null {
  return /^# +(\S.*)$/m.exec(markdown)?.[1] ?? null;
}
