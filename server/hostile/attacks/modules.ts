import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { call, headersOf } from '../call.ts';
import { type Attack, type AttackPlan, repeat } from './attack.ts';
import { readNothing } from './socket.ts';

const Created = z.object({ result: z.object({ data: z.object({ id: z.string() }) }) });

/** Cards of four megabytes in one section, as many as a section takes. */
const BIG_CARDS = Array.from({ length: 90 }, () => ({
  id: randomUUID(),
  front: 'F',
  back: '\u{1F9EF}'.repeat(10_000),
}));

export const SMALL_CARDS = [{ id: randomUUID(), front: 'F', back: 'B' }];

interface Module {
  id: string;
  version: number;
}

export async function makeModule(
  { target: { bases, tenant } }: AttackPlan,
  cards: object[],
): Promise<Module | undefined> {
  const post = async (path: string, body: object) => {
    const answer = await call(bases[0] ?? '', { tenant, who: 'trainer', path: `/api/trpc/${path}`, body });
    return Created.safeParse(answer.body).data?.result.data.id;
  };
  const course_id = await post('courses.create', { title: 'Noise', emoji: '📢' });
  const id = course_id && (await post('modules.create', { course_id, title: 'Noise' }));
  if (!id) return undefined;
  const path = '/api/trpc/modules.saveSection';
  const body = { module_id: id, section: 'flashcards', version: 1, items: cards };
  await call(bases[0] ?? '', { tenant, who: 'trainer', path, body });
  return { id, version: 2 };
}

/** A module's page, asked for again and again by those who never read the answer. */
export const slowReaders: Attack = {
  name: 'slow readers of a large module',
  async run(plan, signal) {
    const module = await makeModule(plan, BIG_CARDS);
    if (!module) return { statuses: {} };
    const input = encodeURIComponent(JSON.stringify({ id: module.id }));
    return repeat(Math.ceil(plan.connections / 5), signal, (n) => {
      const base = plan.target.bases[n % plan.target.bases.length] ?? '';
      const headers = headersOf(plan.target.tenant, 'trainer', base);
      return readNothing({ base, method: 'GET', path: `/api/trpc/modules.get?input=${input}`, headers }, { signal });
    });
  },
};

/** Generations into a module beside saves of it, by one trainer. */
export const generateBesideSaves: Attack = {
  name: 'generations beside saves',
  async run(plan, signal) {
    const module = await makeModule(plan, SMALL_CARDS);
    if (!module) return { statuses: {} };
    const { bases, tenant } = plan.target;
    const source = { title: 'Noise', text: 'Check the brakes before every shift. '.repeat(50) };
    return repeat(26, signal, async (n) => {
      const body =
        n % 13 === 0
          ? { module_id: module.id, section: 'flashcards', source, count: 3 }
          : { module_id: module.id, section: 'flashcards', version: module.version, items: SMALL_CARDS };
      const path = n % 13 === 0 ? '/api/trpc/modules.generate' : '/api/trpc/modules.saveSection';
      return (await call(bases[n % bases.length] ?? '', { tenant, who: 'trainer', path, body, signal })).status;
    });
  },
};
