import type { Page } from '@playwright/test';
import { DRIVE_KIND_LABELS } from '@training/shared/drives/drives';
import { AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';

const ACCENTED = new Map(
  'aáá eéé iíí oóó uúú cç nñ sš yý zž AÁá EÉé IÍí OÓó UÚú CÇ NÑ SŠ YÝ ZŽ'
    .split(' ')
    .map(([letter = '', ...accented]) => [letter, accented.join('')] as const),
);

/** A third longer, in words that wrap as those of a language do, and recognisable. */
const stretched = (text: string) => text.replaceAll(/[a-zA-Z]/g, (letter) => ACCENTED.get(letter) ?? letter);

/** Returns the English of a text in the pseudo-locale. */
export const inEnglish = (text: string) =>
  [...ACCENTED].reduce((words, [letter, accented]) => words.replaceAll(accented, letter), text.replaceAll(/[⟦⟧]/g, ''));

/** A text without a letter of the pseudo-locale is in no catalogue. */
const FROM_CATALOGUE = /[⟦⟧áéíóúçñšýžÁÉÍÓÚÇÑŠÝŽ]/;

/** Puts a compiled message into the pseudo-locale: its texts, and no names of values, kinds or branches. */
function pseudo(message: unknown): unknown {
  if (typeof message === 'string') return `⟦${stretched(message)}⟧`;
  return Array.isArray(message) ? ['⟦', ...message.map(pseudoPart), '⟧'] : message;
}

/** A value is `[name]`, a tag `[name, ...content]`; others have a number as their kind, then branches or a style. */
function pseudoPart(part: unknown): unknown {
  if (typeof part === 'string') return stretched(part);
  if (!Array.isArray(part)) return part;
  const [name, kind, ...rest] = part as unknown[];
  if (kind === undefined) return part;
  if (typeof kind !== 'number' || kind === 0) return [name, pseudoPart(kind), ...rest.map(pseudoPart)];
  return [name, kind, ...rest.map(pseudoBranches)];
}

function pseudoBranches(branches: unknown): unknown {
  if (typeof branches !== 'object' || branches === null || Array.isArray(branches)) return branches;
  return Object.fromEntries(
    Object.entries(branches).map(([name, branch]: [string, unknown]) => [
      name,
      Array.isArray(branch) ? branch.map(pseudoPart) : pseudoPart(branch),
    ]),
  );
}

/** Returns the code of a catalogue's file in the pseudo-locale. @throws if the file has no catalogue */
function pseudoFile(code: string): string {
  let count = 0;
  const changed = code.replaceAll(/JSON\.parse\((?:`((?:[^`\\]|\\.)*)`|'((?:[^'\\]|\\.)*)')\)/g, (_, ...texts) => {
    const [back, single] = texts as [string | undefined, string | undefined];
    const messages: Record<string, unknown> = JSON.parse((back ?? single ?? '').replaceAll(/\\(.)/g, '$1'));
    count += 1;
    const all = Object.entries(messages).map(([key, message]) => [key, pseudo(message)] as const);
    return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(all)))})`;
  });
  if (count === 0) throw new Error(`No catalogue in ${code.slice(0, 200)}`);
  return changed;
}

/** Shows the console in longer, accented texts from now on. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route('**/assets/messages-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: pseudoFile(await response.text()) });
  });
}

const NAMES = new Set([
  ...[...Object.values(AI_PROVIDER_TRAITS), ...Object.values(DRIVE_KIND_LABELS)].map(({ label }) => label),
  'Okta',
  'OpenID Connect',
  'SAML 2.0',
]);
/** Scopes and addresses. */
const TECHNICAL = /^(?:[\w.]+:[\w.]+|scim|example\.com|https:\/\/\S+)$/;
const DATE = /^(?:\d{1,2} )?\p{Lu}\p{Ll}+ \d{4}(?: at [\d:]+)?$/u;
const INITIALS = /^\p{Lu}{2}$/u;

/** Collects what the API answers from now on, so that data can be told from texts. Returns whether it has a text. */
export function collectData(page: Page): (text: string) => boolean {
  let answers = '';
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.startsWith('application/json')) return;
    response.text().then(
      (text) => (answers += text),
      () => undefined,
    );
  });
  const isAnswered = (text: string) => {
    const written = JSON.stringify(text).slice(1, -1);
    // Longer texts are excerpts of Markdown.
    if (answers.includes(`# ${written}\\n`)) return true;
    return answers.includes(`"${written}"`) || (text.length > 20 && answers.includes(written.slice(0, 20)));
  };
  return (text) => {
    const parts = text.replace(/^\p{Extended_Pictographic}\S* /u, '').split(/ · |, (?=\d)/);
    return (
      isAnswered(text) ||
      parts.every(
        (part) => NAMES.has(part) || TECHNICAL.test(part) || DATE.test(part) || INITIALS.test(part) || isAnswered(part),
      )
    );
  };
}

/** Returns visible texts that are in no catalogue, but for numbers, times, code and names of things. */
export async function textsOutsideCatalogues(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const note = (element: Element | null, text: string | null | undefined) => {
      const words = text?.trim();
      if (!words || !element?.checkVisibility({ visibilityProperty: true })) return;
      if (element.closest('bdi, time, code, pre, kbd, svg, script, style, [lang]:not(html)') === null) found.add(words);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) note(node.parentElement, node.textContent);
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]`)) note(element, element.getAttribute(name));
    return [...found];
  });
  return texts.filter((text) => /\p{L}{2}/u.test(text) && !FROM_CATALOGUE.test(text));
}
