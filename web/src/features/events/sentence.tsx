import { Fragment, type ReactNode } from 'react';
import { type Permission, reachOf } from '@training/shared/permissions';
import { useWorkspace } from '../../lib/workspace.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { API_TOKENS, PROVIDER_KEYS } from '../settings/anchors.ts';
import { partsOf, type DescribedEvent, type Thing } from './sentence-parts.ts';
import classes from './events.module.css';

interface SentenceProps {
  event: DescribedEvent;
  /** The course of the module that it was done to. */
  courseId?: string | null;
}

/** The sentence of an event. Names are links. */
export function Sentence({ event, courseId = null }: SentenceProps) {
  return partsOf(event).map((part, index) => (
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

type Link = (thing: Thing, params: { workspace: string }, children: ReactNode) => ReactNode;

/** Links and required permissions per kind of thing. Things without their own page link to their list. */
const LINKS: Record<string, { permission: Permission; link: Link }> = {
  user: {
    permission: 'users:read',
    link: ({ id }, params, children) =>
      id ? (
        <TextLink to="/$workspace/people/$person" params={{ ...params, person: id }}>
          {children}
        </TextLink>
      ) : (
        children
      ),
  },
  token: {
    permission: 'tokens:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/settings" hash={API_TOKENS} params={params}>
        {children}
      </TextLink>
    ),
  },
  module: {
    permission: 'drafts:read',
    link: ({ id, courseId }, params, children) =>
      id && courseId ? (
        <TextLink to="/$workspace/courses/$course/$module" params={{ ...params, course: courseId, module: id }}>
          {children}
        </TextLink>
      ) : (
        children
      ),
  },
  course: {
    permission: 'drafts:read',
    link: ({ id }, params, children) =>
      id ? (
        <TextLink to="/$workspace/courses/$course" params={{ ...params, course: id }}>
          {children}
        </TextLink>
      ) : (
        children
      ),
  },
  suggestion: {
    permission: 'suggestions:read',
    link: ({ id }, params, children) =>
      id ? (
        <TextLink to="/$workspace/recommended/$suggestion" params={{ ...params, suggestion: id }}>
          {children}
        </TextLink>
      ) : (
        children
      ),
  },
  assignment: {
    permission: 'assignments:manage',
    link: ({ id }, params, children) =>
      id ? (
        <TextLink to="/$workspace/assignments/$assignment" params={{ ...params, assignment: id }}>
          {children}
        </TextLink>
      ) : (
        children
      ),
  },
  path: {
    permission: 'assignments:manage',
    link: ({ id }, params, children) =>
      id ? (
        <TextLink to="/$workspace/assignments/paths/$path" params={{ ...params, path: id }}>
          {children}
        </TextLink>
      ) : (
        children
      ),
  },
  department: {
    permission: 'departments:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/departments" params={params}>
        {children}
      </TextLink>
    ),
  },
  provider_key: {
    permission: 'provider_keys:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/settings" hash={PROVIDER_KEYS} params={params}>
        {children}
      </TextLink>
    ),
  },
  webhook: {
    permission: 'webhooks:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/settings/webhooks" params={params}>
        {children}
      </TextLink>
    ),
  },
  drive: {
    permission: 'drives:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/settings/drives" params={params}>
        {children}
      </TextLink>
    ),
  },
  chat_connection: {
    permission: 'notifications:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/settings/notifications" params={params}>
        {children}
      </TextLink>
    ),
  },
  workspace: {
    permission: 'workspace:read',
    link: (_, params, children) => (
      <TextLink to="/$workspace/settings/workspace" params={params}>
        {children}
      </TextLink>
    ),
  },
};

/** Shows the name at the time of the event, linked to the thing if the user may open it. */
function Named({ thing, isStrong = false }: { thing: Thing; isStrong?: boolean }) {
  const { workspace, user } = useWorkspace();
  const name = <bdi className={isStrong ? classes.strong : undefined}>{thing.name}</bdi>;
  const place = LINKS[thing.kind];
  if (place === undefined || reachOf(user.role, place.permission) === undefined) return name;
  return place.link(thing, { workspace: workspace.slug }, name);
}
