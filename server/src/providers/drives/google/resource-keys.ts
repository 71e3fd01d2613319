import { LRUCache } from 'lru-cache';

/** Looks up the keys of files that are known of the account. */
export type FindResourceKeys = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** How many keys are kept of all accounts. */
const MOST = 10_000;

/**
 * Keys that Google wants to see for files which were shared by a link before it made those links longer, beside the
 * ids (https://developers.google.com/workspace/drive/api/guides/resource-keys). What an answer said is remembered; what
 * was stored of an earlier one is looked up.
 */
export class ResourceKeys {
  readonly #learned = new LRUCache<string, string>({ max: MOST });

  /** Of one account, by the name of its credential. */
  of(account: string, find: FindResourceKeys | undefined): AccountKeys {
    const learned = this.#learned;
    return {
      learn: (id, key) => void learned.set(`${account} ${id}`, key),
      async header(ids) {
        const unknown = find ? ids.filter((id) => !learned.has(`${account} ${id}`)) : [];
        const found = find && unknown.length > 0 ? await find(unknown) : new Map<string, string>();
        const pairs = ids.flatMap((id) => {
          const key = learned.get(`${account} ${id}`) ?? found.get(id);
          // Neither of these signs is in an id of Google's: it could pretend to be another pair.
          return key === undefined || /[,/]/.test(id) ? [] : [`${id}/${key}`];
        });
        const headers: Record<string, string> = {};
        if (pairs.length > 0) headers['x-goog-drive-resource-keys'] = pairs.join(',');
        return headers;
      },
    };
  }
}

export type AccountKeys = {
  learn(id: string, key: string): void;
  header(ids: readonly string[]): Promise<Record<string, string>>;
};
