/** Storage that ends with the page. */
const inMemory = (): Storage =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = String(value);
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

/** Replaces the browser's storage with objects in memory, so that nothing that pages store outlives them. */
export function replaceStorageWithMemory(): void {
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: inMemory() });
  Object.defineProperty(window, 'indexedDB', { value: undefined });
}
