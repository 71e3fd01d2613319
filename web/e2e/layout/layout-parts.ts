import type { Page } from '@playwright/test';

/** Texts that are cut off at a side, and that no title says whole; which, and within what. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clips = ({ overflowX }: CSSStyleDeclaration) => overflowX === 'hidden' || overflowX === 'clip';
    const found = new Set<string>();
    const note = (element: Element, words: string) => {
      if (element.closest('[title]') === null)
        found.add(`“${words}” in <${element.tagName} class="${element.className}">`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      const words = node.textContent?.trim();
      if (!words || !holder?.checkVisibility({ visibilityProperty: true }) || holder.closest('select')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box: Element | null = holder; box && box !== document.documentElement; box = box.parentElement) {
        const { left, right, width } = box.getBoundingClientRect();
        // For screen readers alone.
        if (width <= 1) break;
        const style = getComputedStyle(box);
        // What is scrolled sideways can be reached.
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') break;
        const isCut = text.right > right + 1 || text.left < left - 1;
        const isEnded = box === holder && box.scrollWidth > box.clientWidth + 1;
        if (clips(style) && (isCut || isEnded)) note(holder, words);
        if (style.position === 'fixed') break;
      }
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll('select, input[placeholder]')) {
      if (!pen || !field.checkVisibility({ visibilityProperty: true })) continue;
      const isSelect = field instanceof HTMLSelectElement;
      const words = isSelect ? field.selectedOptions[0]?.text : field.getAttribute('placeholder');
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      pen.font = font;
      // An address as an example is recognised by its beginning.
      if (words?.startsWith('https://')) continue;
      if (words && pen.measureText(words).width > room + 1) note(field, words);
    }
    return [...found];
  });
}

/** How far the page is wider than the screen. */
export const pixelsBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Icons that longer texts squeeze, and menus that scroll sideways. */
export const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const icons = [...document.querySelectorAll('svg[width][viewBox="0 0 24 24"]')].filter((icon) => {
      const { width, height } = icon.getBoundingClientRect();
      // Those of alerts have five sixths of their width.
      return isSeen(icon) && width < 0.75 * height;
    });
    const menus = [...document.querySelectorAll('nav')].filter(
      (menu) => isSeen(menu) && menu.scrollWidth > menu.clientWidth + 1,
    );
    return [
      ...icons.map((icon) => `the icon of “${icon.parentElement?.textContent}”`),
      ...menus.map((menu) => `the menu “${menu.ariaLabel}”`),
    ];
  });

/**
 * What can be pressed and stands partly beside the screen: what sticks out to the left is in no scrolling width, nor is
 * what stands in a bar that stays. What is wholly beside it was put away.
 */
export const controlsBeyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const isForReaders = (element: Element) => element.getBoundingClientRect().width <= 1;
    const found: string[] = [];
    for (const control of document.querySelectorAll('a[href], button, input, select, textarea')) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const { left, right } = control.getBoundingClientRect();
      const isBeyond = (left < -1 && right > 1) || (right > width + 1 && left < width - 1);
      let holder: Element | null = isBeyond ? control.parentElement : null;
      while (holder && holder !== document.body && !scrolls(holder) && !isForReaders(holder))
        holder = holder.parentElement;
      if (holder === document.body)
        found.push(`<${control.tagName}> “${control.textContent}” from ${left} to ${right}`);
    }
    return found;
  });
