import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SearchText, SearchWord } from '../../lib/search-params.ts';

const Day = z.iso
  .date()
  .refine((day) => day >= '1970-01-02' && day <= '9999-12-30')
  .optional()
  .catch(undefined);

/** The filters of the audit log in the URL. Days are local to the workspace; `to` is inclusive. */
export const AuditSearch = z.object({
  action: SearchWord,
  actor: SearchWord,
  person: Id.optional().catch(undefined),
  q: SearchText,
  range: z.enum(['today', '7d', '30d']).optional().catch(undefined),
  from: Day,
  to: Day,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
