// What an edit costs beside a bare transaction of the same two statements.
import { SavedSection, type SaveSection } from '@training/shared/courses/sections';
import { z } from 'zod';
import type { Database } from '../src/database/database.ts';
import { eventParametersOf } from '../src/features/events/record-event.ts';
import { moduleLiveTopicOf } from '../src/features/courses/modules/module-topic.ts';
import { LOCK_SECTION, saveSection } from '../src/features/courses/modules/save-section.ts';
import { WRITE_SECTION } from '../src/features/courses/modules/write-section.ts';
import { newId } from '../src/platform/ids.ts';
import { alternateTimed, type Latencies, type Rounds } from './measure.ts';
import { grid, median, ms, percentile, ratio, spread, type Part } from './report.ts';
import { makeDrafts, type Caller, type Draft } from './reviewed-workspace.ts';

export const AUTOSAVE = 'autosave';

/** Of the median with everything around the statements to that without. */
const LIMIT = 1.5;
const CARDS = 20;

type Edit = Extract<SaveSection, { section: 'flashcards' }>;
type MeasuredEdits = { bare: Latencies[]; ours: Latencies[]; http: Latencies[] };

/** A card of ordinary length, about 400 characters; what somebody has just typed is in the first one. */
const cardsOf = (ids: string[], typed: string): Edit['items'] =>
  ids.map((id, n) => ({
    id,
    front: `What do you check on forklift ${n} before the first drive of a shift${n === 0 ? typed : ''}?`,
    back: `Brakes, steering, horn and lights, in this order. Then the forks of number ${n}: no cracks, both locked. ${'Whoever finds a fault parks it, takes the key and tells the shift lead. '.repeat(3)}`,
  }));

/** One at a time, of another draft each time; each changes what is there, and what it takes to ask is made before. */
export async function measureEdits(db: Database, trainer: Caller, rounds: Rounds): Promise<Part> {
  const drafts = await makeDrafts(trainer);
  const versions = new Map(drafts.map(({ id }) => [id, 1]));
  const ids = Array.from({ length: CARDS }, () => newId());
  const contents = [cardsOf(ids, ''), cardsOf(ids, ', and how')];
  const next = (n: number): { draft: Draft; edit: Edit } => {
    const draft = drafts[n % drafts.length]!;
    const version = versions.get(draft.id) ?? 1;
    const items = contents[version % 2]!;
    return { draft, edit: { module_id: draft.id, section: 'flashcards', version, items } };
  };
  const saved = ({ module_id, version }: Edit, now: { version: number }) => {
    if (now.version !== version + 1) throw new Error(`The edit of ${module_id} was not saved`);
    versions.set(module_id, now.version);
  };
  for (const [n] of drafts.entries()) {
    const { edit } = next(n);
    saved(edit, await saveSection(trainer.context(), edit));
  }
  const sides = {
    bare: (n: number) => {
      const { draft, edit } = next(n);
      const values = bareValues(trainer, draft, edit);
      return async () => saved(edit, await saveBare(db, values));
    },
    ours: (n: number) => {
      const { edit } = next(n);
      const context = trainer.context();
      return async () => saved(edit, await saveSection(context, edit));
    },
    http: (n: number) => {
      const { edit } = next(n);
      const body = JSON.stringify(edit);
      return async () => saved(edit, await saveOverHttp(trainer, body));
    },
  };
  const measured: MeasuredEdits = { bare: [], ours: [], http: [] };
  await alternateTimed(sides, measured, { names: ['bare', 'ours', 'http'], rounds });
  return partOf(measured);
}

type BareValues = { lock: unknown[]; write: unknown[] };

function bareValues(trainer: Caller, { id, title }: Draft, { section, version, items }: Edit): BareValues {
  const context = trainer.context();
  const event = eventParametersOf(context, {
    action: 'module.section_edited',
    subject: { kind: 'module', id, name: title },
    changes: { section, version: [version, version + 1], items: [CARDS, CARDS] },
  });
  const topic = moduleLiveTopicOf(context.workspace.id, id);
  return {
    lock: LOCK_SECTION.values({ workspaceId: context.workspace.id, moduleId: id, section }),
    write: WRITE_SECTION.values({
      ...event,
      moduleId: id,
      section,
      version,
      items: JSON.stringify(items),
      cycle: 1,
      contributorId: trainer.person.id,
      topic,
    }),
  };
}

/** As it is written where nobody thinks of packets: each is awaited before the next is sent. */
async function saveBare({ pool }: Database, { lock, write }: BareValues): Promise<{ version: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ ...LOCK_SECTION, values: lock });
    const { rows } = await client.query<{ version: number }>({ ...WRITE_SECTION, values: write });
    await client.query('commit');
    return rows[0]!;
  } finally {
    client.release();
  }
}

const Answer = z.object({ result: z.object({ data: SavedSection }) });

async function saveOverHttp({ url, headers }: Caller, body: string): Promise<SavedSection> {
  const response = await fetch(url('modules.saveSection'), { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`An edit was answered with ${response.status}: ${text}`);
  return Answer.parse(JSON.parse(text)).result.data;
}

const COLUMNS = ['', 'bare p50', 'p99', 'saveSection p50', 'p99', 'ratio (min–max)', 'over HTTP p50', 'p99', 'ratio'];

function partOf({ bare, ours, http }: MeasuredEdits): Part {
  const ratios = ratiosOf(bare, ours);
  const both = (side: Latencies[]) => [percentile(side, 0.5), percentile(side, 0.99)].map(ms);
  const overHttp = ratio(median(ratiosOf(bare, http)));
  const row = [AUTOSAVE, ...both(bare), ...both(ours), spread(ratios), ...both(http), overHttp];
  return {
    table: grid([COLUMNS, row]),
    limits: [{ name: `${AUTOSAVE}, p50`, value: median(ratios), limit: LIMIT, unit: '×' }],
  };
}

/** Of the medians of neighbouring rounds. */
function ratiosOf(bare: Latencies[], side: Latencies[]): number[] {
  return side.map((round, n) => percentile([round], 0.5) / percentile([bare[n]!], 0.5));
}
