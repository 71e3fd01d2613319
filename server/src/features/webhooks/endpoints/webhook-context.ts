import type { AiServices, Context } from '../../../context.ts';
import type { Outward } from '../../../platform/outward/outward.ts';

/** What the functions of endpoints get: they seal secrets, and look at addresses. */
export type WebhookContext = Context & { ai: Pick<AiServices, 'keyring'>; outward: Outward };
