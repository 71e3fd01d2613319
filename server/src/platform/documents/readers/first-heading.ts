export function firstHeading(markdown: string): string | null {
  return /^# +(\S.*)$/m.exec(markdown)?.[1] ?? null;
}
