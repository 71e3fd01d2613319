import type { Context } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import type { Outward } from '../../../platform/egress/outward.ts';

/** Context of endpoint functions, which encrypt secrets and check URLs. */
export type WebhookContext = Context & { ai: Pick<AiServices, 'keyring'>; outward: Outward };
