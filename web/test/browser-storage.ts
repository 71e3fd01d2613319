/** A fake of the browser's storage: its entries are properties. */
export class BrowserStorage {
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value });
  }
  getItem(key: string): unknown {
    return Object.getOwnPropertyDescriptor(this, key)?.value ?? null;
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
}
