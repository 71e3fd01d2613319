import { z } from 'zod';

/** Base URL of a server that replaces or fronts a service: an address without query, without trailing slash. */
export const BaseUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return !username && !password && !search && !hash;
  }, 'Must be an address alone: no name or password, no ? and no #')
  .transform((value) => (value.endsWith('/') ? value.slice(0, -1) : value));
