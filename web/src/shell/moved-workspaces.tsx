import { Alert, Anchor } from '@mantine/core';
import type { Session } from '@training/shared/sessions';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Names the workspaces that moved to another installation, with links to them. */
export function MovedWorkspacesNotice({ moved }: { moved: Session['moved'] }) {
  return moved.map(({ slug, name, origin }) => (
    <Alert key={slug} mb="md" title={t('workspaceMoved', { workspace: name })}>
      <Anchor href={`${origin}/${slug}`}>{t('openItAt', { origin })}</Anchor>
    </Alert>
  ));
}
