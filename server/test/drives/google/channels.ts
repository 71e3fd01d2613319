import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GoogleError, invalid, notFound } from './google-error.ts';
import type { Asked, Answered, Switches } from './methods.ts';
import type { GoogleWorld } from './world.ts';

const HOUR = 3_600_000;
const LONGEST = 7 * 24 * HOUR;

/** Milliseconds before a ring that failed is tried again, as often as this says. */
const AGAIN = [100, 1_000, 5_000];

/** After which answers a ring is sent again. */
const FAILED = new Set([500, 502, 503, 504]);

const Channel = z.object({
  id: z.string().max(64),
  type: z.literal('web_hook'),
  address: z.url({ protocol: /^https?$/ }),
  token: z.string().max(256).optional(),
  expiration: z.string().optional(),
});

export type OpenChannel = {
  id: string;
  resourceId: string;
  resourceUri: string;
  address: string;
  token: string | undefined;
  email: string;
  driveId: string | null;
  expiresAt: number;
  messages: number;
  ringing: boolean;
  /** Something changed while it was ringing. */
  again: boolean;
};

/** A notification as it was sent; status 0 is no answer. */
export type Ring = { channel: string; state: 'sync' | 'change'; number: number; status: number };

/** Channels, by which whoever watches is told that there is something new, and not what. */
export class Channels {
  readonly open = new Map<string, OpenChannel>();
  readonly rings: Ring[] = [];
  readonly #world: GoogleWorld;
  readonly #switches: Switches;
  readonly #pending = new Set<Promise<void>>();
  readonly #stopped = new AbortController();

  constructor(world: GoogleWorld, switches: Switches) {
    this.#world = world;
    this.#switches = switches;
    world.lists.onChange((audience, drives) => {
      for (const channel of this.open.values()) {
        const concerns = channel.driveId === null ? audience.has(channel.email) : drives.has(channel.driveId);
        if (concerns) this.#ring(channel);
      }
    });
  }

  watch({ email, query, body }: Asked, resourceUri: string): Answered {
    const parsed = Channel.safeParse(body);
    if (!parsed.success) throw new GoogleError(400, 'push.channelInvalid', 'The channel is not valid.');
    const { id, address, token, expiration } = parsed.data;
    const { hostname, protocol } = new URL(address);
    // A server of tests has no certificate.
    if (protocol !== 'https:' && hostname !== '127.0.0.1') {
      throw new GoogleError(400, 'push.webhookUrlNotHttps', 'WebHook callback must be HTTPS: ' + address);
    }
    if (this.open.has(id)) throw new GoogleError(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
    const now = this.#world.clock();
    const asked = expiration === undefined ? now + HOUR : Number(expiration);
    if (!(asked > now)) throw invalid('expiration');
    const channel: OpenChannel = {
      id,
      resourceId: Buffer.from(`${email} ${query.get('driveId') ?? ''}`).toString('base64url'),
      resourceUri,
      address,
      token,
      email,
      driveId: query.get('driveId'),
      expiresAt: Math.min(asked, now + LONGEST),
      messages: 0,
      ringing: false,
      again: false,
    };
    this.open.set(id, channel);
    this.#track(this.#send(channel, 'sync'));
    const { resourceId, expiresAt } = channel;
    return {
      body: {
        kind: 'api#channel',
        id,
        resourceId,
        resourceUri,
        ...(token !== undefined && { token }),
        expiration: String(expiresAt),
      },
    };
  }

  stop({ email, body }: Asked): Answered {
    const { id, resourceId } = z.object({ id: z.string(), resourceId: z.string() }).parse(body);
    const channel = this.open.get(id);
    if (channel?.resourceId !== resourceId || channel.email !== email) throw notFound(id, `Channel '${id}'`);
    this.open.delete(id);
    return {};
  }

  /** All channels end, and nobody is told. */
  lose(): void {
    this.open.clear();
  }

  /** Resolves once all notifications that are due were answered. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  stopRinging(): void {
    this.#stopped.abort();
  }

  /** One ring is under way at a time; what changes meanwhile is told by one more. */
  #ring(channel: OpenChannel): void {
    channel.again = true;
    if (channel.ringing) return;
    channel.ringing = true;
    this.#track(this.#ringUntilQuiet(channel));
  }

  async #ringUntilQuiet(channel: OpenChannel): Promise<void> {
    // Later than the change itself, so that many of them are one ring.
    await sleep(0);
    while (channel.again && !this.#stopped.signal.aborted) {
      channel.again = false;
      await this.#send(channel, 'change');
    }
    channel.ringing = false;
  }

  async #send(channel: OpenChannel, state: Ring['state']): Promise<void> {
    channel.messages += state === 'sync' ? 1 : 2;
    const number = channel.messages;
    for (const wait of [0, ...AGAIN]) {
      try {
        await sleep(wait, undefined, { signal: this.#stopped.signal });
      } catch {
        return;
      }
      const isOver = this.open.get(channel.id) !== channel || channel.expiresAt <= this.#world.clock();
      if (isOver || this.#switches.dropRings) return;
      const status = await this.#post(channel, state, number);
      this.rings.push({ channel: channel.id, state, number, status });
      if (!FAILED.has(status)) return;
    }
  }

  async #post(channel: OpenChannel, state: Ring['state'], number: number): Promise<number> {
    const headers = {
      'x-goog-channel-id': channel.id,
      'x-goog-message-number': String(number),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-resource-uri': channel.resourceUri,
      'x-goog-channel-expiration': new Date(channel.expiresAt).toUTCString(),
      ...(channel.token !== undefined && { 'x-goog-channel-token': channel.token }),
    };
    try {
      const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(10_000)]);
      const answer = await fetch(channel.address, { method: 'POST', headers, signal, redirect: 'manual' });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  }

  #track(ringing: Promise<void>): void {
    const tracked = ringing.finally(() => this.#pending.delete(tracked));
    this.#pending.add(tracked);
  }
}
