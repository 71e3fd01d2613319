import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './plain-page.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** A page without the menu: one card in the center. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle([...new Set([title, t('training')])].join(' · '));
  return (
    <main className={classes.plain}>
      <div className={classes.card}>
        <Group gap="xs" mb="lg">
          <img src="/icon.svg" alt="" width={22} height={22} />
          <Text fw={600}>{t('training')}</Text>
        </Group>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
}
