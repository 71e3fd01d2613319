import { readFileSync } from 'node:fs';
import path from 'node:path';
import { translatableTextsOf, type TranslatableTexts } from '@training/shared/translations/item-texts';
import { compileCatalogue, type CatalogueMessages } from '@training/shared/i18n/compile-catalogue';
import { createTranslator, type CatalogueName } from '@training/shared/i18n/translator';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot } from '../fixtures.ts';
import type { Person } from '../colleagues.ts';
import { COLD, button, heading, note, publish, test } from './training-parts.ts';

test.use({ viewport: PHONE, hasTouch: true, locale: 'ar' });

function inArabic<F extends CatalogueName>(feature: F) {
  const file = path.resolve(import.meta.dirname, `../../../shared/messages/ar/${feature}.json`);
  const messages: CatalogueMessages = JSON.parse(readFileSync(file, 'utf8'));
  const catalogue = compileCatalogue(messages, {}, 'ar');
  return createTranslator(feature, () => ({ language: 'ar', catalogue }));
}

/** Each text of the module in Arabic. */
const ARABIC = new Map([
  [COLD.title, 'حفظ الطعام باردًا'],
  ['How warm may the fridge be?', 'كم تبلغ أعلى درجة حرارة مسموحة للثلاجة؟'],
  ['At most **five degrees**.', 'خمس درجات **على الأكثر**.'],
  ['Who is told when it is warmer?', 'من يُخبَر عندما تكون أدفأ؟'],
  ['The *shift leader*.', '*مسؤول الوردية*.'],
  [COLD.choice, 'على أي رف يوضع اللحم النيء؟'],
  ['The lowest', 'الأسفل'],
  ['The highest', 'الأعلى'],
  ['Any', 'أي رف'],
  ['What drips from it must reach nothing else.', 'ما يقطر منه يجب ألا يصل إلى شيء آخر.'],
  [COLD.text, 'كم درجة يُسمح بها في الثلاجة؟'],
  ['5', '5'],
  ['five', 'خمس'],
  [COLD.spoken, 'ماذا تفعل عند بدء ورديتك؟'],
  ['Clean hands, then the fridge.', 'يدان نظيفتان، ثم الثلاجة.'],
  ['Washes the hands', 'غسل اليدين'],
  ['Checks the temperature of the fridge', 'التحقق من درجة حرارة الثلاجة'],
  ['Puts gloves on', 'لبس القفازات'],
]);

function translated(texts: TranslatableTexts): TranslatableTexts {
  const inAr = (text: string) => (text === '' ? '' : (ARABIC.get(text) ?? `؟ ${text}`));
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]: [string, string | string[]]) => [
      name,
      typeof text === 'string' ? inAr(text) : text.map(inAr),
    ]),
  ) as TranslatableTexts;
}

/** Translates a published module into Arabic, and has it approved. */
async function translate({ api }: Person, { api: reviewing }: Person, module_id: string): Promise<void> {
  const named = { module_id, language: 'ar' };
  await api.translations.add.mutate(named);
  const { items } = await api.translations.get.query(named);
  for (const { part, item_id, source_hash, source, working } of items) {
    const version = working?.version ?? 0;
    await api.translations.save.mutate({
      ...named,
      part,
      item_id,
      source_hash,
      version,
      texts: translated(translatableTextsOf(source)),
    });
  }
  await api.translations.submit.mutate(named);
  const submitted = await reviewing.translations.get.query(named);
  await reviewing.translations.approve.mutate({
    ...named,
    items: submitted.items.map(({ part, item_id, source_hash, working }) => ({
      part,
      item_id,
      source_hash,
      texts_hash: working?.texts_hash ?? '',
    })),
  });
}

test(
  'somebody whose phone is in Arabic signs in, studies, speaks an answer, corrects it and gets a certificate',
  { tag: '@deep' },
  async ({ page, context, server, trainer, reviewer }) => {
    const t = inArabic('learning');
    const frame = inArabic('frame');
    const signIn = inArabic('sign-in');
    const title = ARABIC.get(COLD.title) ?? '';
    const moduleId = await publish(trainer, reviewer, COLD.title);
    await translate(trainer, reviewer, moduleId);
    await context.grantPermissions(['microphone']);

    await page.goto(await server.invite('learner', 'Amal Phone'));
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expectAccessible(page);
    const stored = page.waitForResponse(/users\.chooseLanguage/);
    await button(page, signIn('signIn')).tap();
    await stored;
    await expect(page).toHaveURL(/\/demo\/training$/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('link', { name: t('library') }).click();
    await page.getByLabel(t('searchLibrary')).fill(title);
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(heading(page, title)).toBeVisible();
    await button(page, t('start')).click();
    await expect(page.getByText('كم تبلغ أعلى درجة')).toBeVisible();
    await button(page, t('showAnswer')).tap();
    await expect(page.getByText('على الأكثر')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, 'arabic/card');
    await expect(page.getByText(t('doneOf', { done: 1, total: 2 }))).toBeVisible();
    await button(page, t('next')).click();
    await button(page, t('showAnswer')).click();
    await expect(page.getByText(t('doneOf', { done: 2, total: 2 }))).toBeVisible();
    await button(page, t('goToQuiz')).click();
    await button(page, t('startQuiz')).click();

    await page.getByRole('radio', { name: 'الأسفل' }).check();
    await button(page, t('answer')).click();
    await expect(note(page, t('correct'))).toContainText('ما يقطر منه');
    await expectAccessible(page);
    await button(page, t('nextQuestion')).click();
    await page.getByLabel(t('yourAnswer')).fill('خمس');
    await button(page, t('answer')).click();
    await expect(note(page, t('correct'))).toBeVisible();
    await button(page, t('nextQuestion')).click();

    await button(page, t('recordAnswer')).click();
    await expect(page.getByRole('timer')).toContainText('0:02');
    await button(page, t('stop')).click();
    await expectAccessible(page);
    await button(page, t('sendRecording')).click();
    const transcript = page.getByLabel(t('whatWeHeard'));
    await expect(transcript).toHaveValue(/^أولًا غسل اليدين/);
    await transcript.fill((await transcript.inputValue()).replace('اليدين', 'كلتا اليدين'));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, 'arabic/spoken-answer');
    await button(page, t('saveCorrection')).click();
    await expect(note(page, 'كلتا اليدين')).toContainText('67');
    await expectAccessible(page);
    await button(page, t('seeResult')).click();
    await expect(note(page, t('passed'))).toContainText('89');
    await expectAccessible(page);
    await screenshot(page, 'arabic/passed');

    await button(page, t('backToOverview')).click();
    const certificate = page.locator('a[href*="certificate"]').first();
    const pdf = await page.request.get((await certificate.getAttribute('href')) ?? '');
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    expect((await pdf.body()).toString('latin1')).toContain('/Lang (ar)');
    await button(page, frame('accountOf', { name: 'Amal Phone' })).click();
    await expectAccessible(page);
  },
);
