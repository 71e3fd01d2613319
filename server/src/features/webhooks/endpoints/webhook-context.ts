import type { AiServices, Context } from '../../../context.ts';
import type { Outward } from '../../../platform/outward/outward.ts';

/** Context of endpoint functions, which encrypt secrets and check URLs. */
export type WebhookContext = Context & { ai: Pick<AiServices, 'keyring'>; outward: Outward };
