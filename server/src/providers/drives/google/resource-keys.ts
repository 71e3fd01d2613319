import { LRUCache } from 'lru-cache';

/** Finds the stored resource keys of an account's files. */
export type FindResourceKeys = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Maximum number of cached keys of all accounts. */
const MOST = 10_000;

/**
 * Resource keys, which Google requires for files that were shared by link before it made those links longer, in
 * addition to the ids (https://developers.google.com/workspace/drive/api/guides/resource-keys). Keys from responses are
 * cached; those stored earlier are looked up.
 */
export class GoogleResourceKeyCache {
  readonly #learned = new LRUCache<string, string>({ max: MOST });

  /** Returns the keys of one account, identified by its connection. */
  of(account: string, find: FindResourceKeys | undefined): AccountResourceKeys {
    const learned = this.#learned;
    return {
      learn: (id, key) => void learned.set(`${account} ${id}`, key),
      async header(ids) {
        const unknown = find ? ids.filter((id) => !learned.has(`${account} ${id}`)) : [];
        const found = find && unknown.length > 0 ? await find(unknown) : new Map<string, string>();
        const pairs = ids.flatMap((id) => {
          const key = learned.get(`${account} ${id}`) ?? found.get(id);
          // Google's ids never contain these characters; an id with one could imitate another pair.
          return key === undefined || /[,/]/.test(id) ? [] : [`${id}/${key}`];
        });
        const headers: Record<string, string> = {};
        if (pairs.length > 0) headers['x-goog-drive-resource-keys'] = pairs.join(',');
        return headers;
      },
    };
  }
}

export type AccountResourceKeys = {
  learn(id: string, key: string): void;
  header(ids: readonly string[]): Promise<Record<string, string>>;
};
