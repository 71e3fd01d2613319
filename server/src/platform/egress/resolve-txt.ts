import { Resolver } from 'node:dns/promises';
import { NO_ADDRESS_ERROR_CODES } from './resolve-host.ts';

/** Returns the texts of a name's TXT records; empty if it has none. @throws if DNS doesn't answer */
export type ResolveTxt = (name: string) => Promise<string[]>;

export function createTxtResolver(): ResolveTxt {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && NO_ADDRESS_ERROR_CODES.has(String(error.code))) return [];
      throw error;
    }
  };
}
