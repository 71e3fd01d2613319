import { Fragment, type ReactNode } from 'react';
import { type Permission, permissionReachOf } from '@training/shared/permissions';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { API_TOKENS_ANCHOR, PROVIDER_KEYS_ANCHOR } from '../settings/anchors.ts';
import { eventSentencePartsOf, type SentenceEvent, type SentenceReference } from './sentence-parts.ts';
import classes from './events.module.css';

interface SentenceProps {
  event: SentenceEvent;
  /** The course of the module that it was done to. */
  courseId?: string | null;
}

/** The sentence of an event. Names are links. */
export function EventSentence({ event, courseId = null }: SentenceProps) {
  return eventSentencePartsOf(event).map((part, index) => (
    // A fixed sentence.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {typeof part === 'string' ? (
        part
      ) : (
        <Named thing={{ ...part, courseId }} isStrong={part.kind !== 'system' && part !== event.actor} />
      )}
    </Fragment>
  ));
}

/** Returns a link around the name, or nothing without an id. */
type Link = (thing: SentenceReference, name: { children: ReactNode }) => ReactNode;

/** Links and required permissions per kind of thing. Things without their own page link to their list. */
const LINKS: Record<string, { permission: Permission; link: Link }> = {
  user: {
    permission: 'users:read',
    link: ({ id }, name) => id && <TextLink to="/$workspace/people/$person" params={{ person: id }} {...name} />,
  },
  token: {
    permission: 'tokens:read',
    link: (_, name) => <TextLink to="/$workspace/settings" hash={API_TOKENS_ANCHOR} {...name} />,
  },
  module: {
    permission: 'drafts:read',
    link: ({ id, courseId }, name) =>
      id &&
      courseId && (
        <TextLink to="/$workspace/courses/$course/$module" params={{ course: courseId, module: id }} {...name} />
      ),
  },
  course: {
    permission: 'drafts:read',
    link: ({ id }, name) => id && <TextLink to="/$workspace/courses/$course" params={{ course: id }} {...name} />,
  },
  suggestion: {
    permission: 'suggestions:read',
    link: ({ id }, name) =>
      id && <TextLink to="/$workspace/recommended/$suggestion" params={{ suggestion: id }} {...name} />,
  },
  assignment: {
    permission: 'assignments:manage',
    link: ({ id }, name) =>
      id && <TextLink to="/$workspace/assignments/$assignment" params={{ assignment: id }} {...name} />,
  },
  path: {
    permission: 'assignments:manage',
    link: ({ id }, name) => id && <TextLink to="/$workspace/assignments/paths/$path" params={{ path: id }} {...name} />,
  },
  department: {
    permission: 'departments:read',
    link: (_, name) => <TextLink to="/$workspace/departments" {...name} />,
  },
  provider_key: {
    permission: 'provider_keys:read',
    link: (_, name) => <TextLink to="/$workspace/settings" hash={PROVIDER_KEYS_ANCHOR} {...name} />,
  },
  webhook: {
    permission: 'webhooks:read',
    link: (_, name) => <TextLink to="/$workspace/settings/webhooks" {...name} />,
  },
  drive: {
    permission: 'drives:read',
    link: (_, name) => <TextLink to="/$workspace/settings/drives" {...name} />,
  },
  chat_connection: {
    permission: 'notifications:read',
    link: (_, name) => <TextLink to="/$workspace/settings/notifications" {...name} />,
  },
  workspace: {
    permission: 'workspace:read',
    link: (_, name) => <TextLink to="/$workspace/settings/workspace" {...name} />,
  },
};

/** Shows the name at the time of the event, linked to the thing if the user may open it. */
function Named({ thing, isStrong = false }: { thing: SentenceReference; isStrong?: boolean }) {
  const { user } = useWorkspaceSession();
  const name = <bdi className={isStrong ? classes.strong : undefined}>{thing.name}</bdi>;
  const place = LINKS[thing.kind];
  if (place === undefined || permissionReachOf(user.role, place.permission) === undefined) return name;
  return place.link(thing, { children: name }) || name;
}
