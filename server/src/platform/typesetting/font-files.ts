import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FontFamily } from './font-families.ts';

/** Character ranges by the name of the file's part. */
const Ranges = z.record(z.string(), z.string());

type FontFile = { path: string; ranges: [from: number, to: number][] };

const files = new Map<string, FontFile[]>();

/** Returns the files of a family that may contain the character. The packages list ranges, which have gaps. */
export function filesWith(family: FontFamily, codePoint: number): string[] {
  let listed = files.get(family.package);
  if (!listed) files.set(family.package, (listed = filesOf(family)));
  return listed
    .filter(({ ranges }) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to))
    .map(({ path }) => path);
}

function filesOf(family: FontFamily): FontFile[] {
  const text = readFileSync(placeOf(`${family.package}/unicode.json`), 'utf8');
  const weight = family.varies ? 'wght' : '400';
  return Object.entries(Ranges.parse(JSON.parse(text))).map(([part, ranges]) => {
    const name = `${family.file}-${part.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`;
    return { path: placeOf(`${family.package}/files/${name}`), ranges: ranges.split(',').map(rangeOf) };
  });
}

/** @param text `U+1e00-1e9f` or `U+20ac` */
function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const placeOf = (name: string) => fileURLToPath(import.meta.resolve(name));
