import type { Page } from '@playwright/test';

/** Axe's rules about colours: half of the time that its rules take. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The looks of texts that were measured on whatever page of this worker, and stood out enough. */
const measured = new Set<string>();

/** To be called once axe has found nothing wrong, with the looks of what it has measured. */
export function noteMeasured(looks: string[]): void {
  for (const look of looks) measured.add(look);
}

/**
 * Whether every text that can be read on the page looks as one that was measured before, so that nothing is left to be.
 */
export async function isMeasured(page: Page): Promise<boolean> {
  await page.evaluate(`globalThis.lookOf ??= ${String(lookOf)}`);
  const looks = await page.evaluate(() => {
    const hidden = ':disabled, [aria-disabled="true"], [aria-hidden="true"], [inert]';
    const field = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="range"])';
    const isRead = (element: Element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (!(hasText || element.matches(field)) || element.matches('option') || element.closest(hidden)) return false;
      const { right, bottom, width, height } = element.getBoundingClientRect();
      // For screen readers alone, or off the page until it has the focus.
      if ((width <= 1 && height <= 1) || right + scrollX <= 0 || bottom + scrollY <= 0) return false;
      return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    return [...new Set([...document.body.querySelectorAll('*')].filter(isRead).map(globalThis.lookOf))];
  });
  return looks.every((look) => measured.has(look));
}

/** What its contrast depends on: its colour, size and weight, and what is behind it, down to what covers all else. */
function lookOf(element: Element): string {
  const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
  const look = [color, fontSize, fontWeight, textShadow];
  // A link is told from the text around it.
  if (element.tagName === 'A' && element.parentElement) {
    look.push(textDecorationLine, getComputedStyle(element.parentElement).color);
  }
  let isCovered = false;
  for (let behind: Element | null = element; behind; behind = behind.parentElement) {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(behind);
    if (!isCovered && (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none')) {
      look.push(backgroundColor, backgroundImage);
    }
    if (opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal') look.push(opacity, filter, mixBlendMode);
    isCovered ||= backgroundColor.startsWith('rgb(');
  }
  return look.join(' ');
}

declare global {
  // oxlint-disable-next-line no-var -- how TypeScript declares what a page's global object has
  var lookOf: (element: Element) => string;
}
