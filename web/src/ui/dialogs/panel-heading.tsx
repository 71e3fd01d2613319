import { CloseButton } from '@mantine/core';
import classes from './header-panel.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The title of a panel, and on phones, whose screen it fills, the button that closes it. */
export function PanelHeading({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className={classes.heading}>
      {title}
      <CloseButton aria-label={t('close')} onClick={onClose} />
    </div>
  );
}
