import { z } from 'zod';

/** Where something stands in the place of a service, or before it: an address alone, without a slash at its end. */
export const BaseUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return !username && !password && !search && !hash;
  }, 'Must be an address alone: no name or password, no ? and no #')
  .transform((value) => (value.endsWith('/') ? value.slice(0, -1) : value));
