import {
  BECAUSE,
  describeCategory,
  pathOf,
  type NotificationCategory,
  type NotificationKind,
} from '@training/shared/notifications/notifications';
import type { Letter } from '../../../platform/letter.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';
import { MOST_ITEMS, type Item } from './digests.ts';
import { mailTexts } from './mail-texts.ts';

/** Returns true if users can unsubscribe from a category. They can't from problems that only super admins can fix. */
export const canBeEnded = (category: NotificationCategory) =>
  describeCategory(category).inMatrix || category === 'learning';

/** Content of a mail: one or more notifications of one category to one user, and the items of a digest. */
export type Content = {
  first: DueNotification;
  others: readonly DueNotification[];
  digest: { items: Item[]; total: number } | undefined;
};

type Addresses = { origin: string; unsubscribe: string | undefined };

/**
 * Thread id of mails about the same subject, used by mail clients. Undefined if a mail is about several subjects or
 * none.
 */
export function threadOf({ first, others, digest }: Content): string | undefined {
  const { id, kind } = first.subject;
  if (digest || id === null || others.some(({ subject }) => subject.id !== id)) return undefined;
  return `${kind}.${id}`;
}

/** Builds the mail. */
export function renderMail({ first, others, digest }: Content, { origin, unsubscribe }: Addresses): Letter {
  const { workspace, category, facts, because, kind, subject } = first;
  const at = `${origin}/${workspace.slug}`;
  const foot = {
    why: `From ${workspace.name}. Why you get this: ${BECAUSE[because]}`,
    ...(unsubscribe && {
      unsubscribe: {
        label: `Unsubscribe from “${describeCategory(category).label}” e-mails`,
        url: unsubscribe,
      },
    }),
  };
  const words = mailTexts(digest ? { ...first, facts: { ...facts, count: digest.total } } : first, workspace.time_zone);
  const button = { label: words.button, url: `${at}${pathOf(kind, subject, facts)}` };
  if (digest) return { ...listed(digest, words.title, kind), button, ...foot, ...under(at, digest) };
  if (others.length === 0) {
    return {
      subject: words.title,
      title: words.title,
      ...(words.more && { paragraphs: [words.more] }),
      ...(facts.reason !== undefined && { quoted: facts.reason }),
      button,
      ...foot,
    };
  }
  const all = [first, ...others];
  const items = all.slice(0, MOST_ITEMS).map((each) => {
    const said = mailTexts(each, workspace.time_zone);
    const path = pathOf(each.kind, each.subject, each.facts);
    return { title: said.title, detail: each.facts.reason ?? said.more ?? '', path };
  });
  const list = { items, total: all.length };
  const { title, path, label } = together(category, all.length);
  return { ...listed(list, title, kind), button: { label, url: `${at}${path}` }, ...foot, ...under(at, list) };
}

/** Title and link for several notifications of a category. */
function together(category: NotificationCategory, count: number) {
  switch (category) {
    case 'module_submitted':
      return { title: `${count} modules are waiting for review.`, path: '/reviews', label: 'Open the reviews' };
    case 'approval_decision':
      return { title: `There are ${count} decisions about your modules.`, path: '/courses', label: 'Open the courses' };
    case 'approval_reminders':
      return { title: `${count} modules are waiting for you.`, path: '', label: 'Open the console' };
    default:
      return {
        title: `${count} things happened: ${describeCategory(category).label}.`,
        path: '',
        label: 'Open the console',
      };
  }
}

/**
 * Subject and title of a list. A single item is named; a suggestion is labelled as such, as its title is foreign text.
 */
function listed({ items, total }: { items: Item[]; total: number }, title: string, kind: NotificationKind) {
  const [only] = items;
  const named = kind === 'suggestions.new' ? `${title.replace(/\.$/, '')}: “${only?.title}”` : only?.title;
  const said = total === 1 && named !== undefined ? named : title;
  return { subject: said, title: said };
}

function under(at: string, { items, total }: { items: Item[]; total: number }) {
  const left = total - items.length;
  return {
    items: items.map(({ path, ...item }) => ({ ...item, url: `${at}${path}` })),
    ...(left > 0 && { paragraphs: [`The first ${items.length} of ${total}:`] }),
  };
}
