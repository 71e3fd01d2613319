import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { makeStudents } from './hand-overs.ts';

/** Others than those of tests on the same server. */
const PEOPLE = [
  { name: 'Petra Quist', number: 'q-81041', module: 'Painted lines', languages: ['en'] },
  { name: 'Odo Varga', number: 'v-81042', module: 'Orange cones', languages: ['en'] },
];

/** Draws a face as a PNG, in a page. */
const draw = `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 });
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#7aa7d8'; pen.fillRect(0, 0, 600, 800);
  pen.fillStyle = '#e8b48c'; pen.beginPath(); pen.arc(300, 340, 170, 0, 7); pen.fill();
  pen.fillStyle = '#222'; for (const x of [240, 360]) { pen.beginPath(); pen.arc(x, 310, 18, 0, 7); pen.fill(); }
  pen.lineWidth = 12; pen.beginPath(); pen.arc(300, 370, 70, 0.3, 2.8); pen.stroke();
  return canvas.toDataURL('image/png');
})()`;

// rules/users 26, rules/sign-in 18
test('a super admin sets someone’s picture, and a device that shows pictures shows it', async ({
  browser,
  server,
  trainer,
  reviewer,
}) => {
  const { admin, students } = await makeStudents(browser, server, trainer, reviewer, PEOPLE);
  const [first] = students;
  if (!first) throw new Error('There are no students.');
  const { page } = admin;
  await page.goto(`/demo/people/${first.id}`);
  await expect(page.getByRole('button', { name: `Choose a picture of ${first.name}` })).toBeVisible();
  const drawn = await page.evaluate<string>(draw);
  const buffer = Buffer.from(drawn.split(',')[1] ?? '', 'base64');
  await page.locator('input[type=file]').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer });
  const picture = page.getByRole('img', { name: `Picture of ${first.name}` });
  await expect(picture).toHaveJSProperty('naturalWidth', 256);
  await expectAccessible(page);

  const enrolled = { name: 'Tablet', shows: 'picture' as const, department_id: null, manager_id: null };
  const { url } = await admin.api.sharedDevices.enrol.mutate(enrolled);
  const tablet = await browser.newContext({ baseURL: server.origin });
  const shown = await tablet.newPage();
  await shown.goto(url);
  await shown.getByRole('button', { name: 'Set up' }).click();
  const tile = shown.getByRole('button', { name: 'Petra Q.' });
  await expect(tile.locator('img')).toHaveJSProperty('naturalWidth', 256);
  await expect(shown.getByRole('button', { name: 'Odo V.' })).toContainText('OV');
  await expectAccessible(shown);
  await shown.setViewportSize(PHONE);
  await expectNoSidewaysScroll(shown);
  await tile.click();
  await shown.getByLabel('PIN', { exact: true }).fill('482915');
  await shown.keyboard.press('Enter');
  await expect(shown.getByRole('button', { name: 'Account of Petra Quist' })).toBeVisible();

  await page.getByRole('button', { name: `Remove the picture of ${first.name}` }).click();
  await expect(page.getByText(`The picture of ${first.name} was removed.`)).toBeVisible();
  await expect(picture).toBeHidden();
  await shown.reload();
  await expect(tile).toContainText('PQ');
  await admin.leave();
});
