export type MisspeltSetting = { name: string; meant: string };

/** Maximum length of short names, for which only one difference is tolerated: with two, too many others would match. */
const SHORT = 6;

/** Returns environment variables that aren't settings but differ from one by a letter or two. */
export function misspeltSettings(names: readonly string[], settings: readonly string[]): MisspeltSetting[] {
  const known = new Set(settings);
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => isNear(name, setting));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function isNear(name: string, setting: string): boolean {
  const [given, known] = [plain(name), plain(setting)];
  const most = known.length <= SHORT ? 1 : 2;
  return Math.abs(given.length - known.length) <= most && distance(given, known) <= most;
}

const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Edit distance: the number of letters inserted, deleted, replaced, or swapped with the next one. */
function distance(one: string, other: string): number {
  let [before, row] = [[0], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      next[j] = Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
