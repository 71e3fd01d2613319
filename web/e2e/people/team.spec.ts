import { clientOf, openAs, type Person } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';

/** Somebody with overdue training in the demo. */
async function whoIsBehind(admin: Person['api']) {
  const { concerns } = await admin.analytics.concerns.query({ list: 'overdue', limit: 100, order: 'person' });
  const people = [...new Map(concerns.map((concern) => [concern.user_id, concern])).values()];
  expect(people.length).toBeGreaterThan(4);
  return people.slice(0, 4);
}

// rules/managers 7, 8 and 9
test('a learner who manages people finds them in My team, reminds and excuses them', async ({
  page,
  browser,
  server,
  signInAs,
}) => {
  await signInAs('super_admin');
  const admin = clientOf(page.context(), server.origin);
  const behind = await whoIsBehind(admin);
  const boss = await openAs(browser, server, 'learner', 'Berta Boss');
  const { user } = (await boss.api.session.current.query()).memberships[0]!;
  for (const { user_id: id } of behind) await admin.users.save.mutate({ id, manager_id: user.id });
  const { name, time_zone } = await admin.workspace.get.query();
  await admin.workspace.update.mutate({ name, time_zone, managers_may_excuse: true });

  const steps = [{ module_id: behind[0]!.module_id }];
  const { id: path_id } = await admin.paths.create.mutate({ title: 'First week', steps });
  const to = { kind: 'user', user_id: behind[1]!.user_id } as const;
  await admin.paths.assign.mutate({ path_id, to, due_days: 3 });

  const team = boss.page;
  await team.goto('/demo/training');
  await openFromMenu(team, 'My team');
  const table = team.getByRole('table', { name: 'Overdue' });
  await expect(table).toContainText(behind[0]!.full_name);
  const inPath = team.getByRole('table', { name: 'Paths' }).getByRole('row').filter({ hasText: 'First week' });
  await expect(inPath).toContainText(behind[1]!.full_name);
  await expect(inPath).toContainText('0 of 1');
  await expectAccessible(team);
  const { full_name, module } = behind[0]!;
  const act = async (what: string) => {
    await team.getByRole('button', { name: `Actions for ${full_name}, ${module}` }).click();
    await team.getByRole('menuitem', { name: what }).click();
  };
  await act('Remind');
  await expect(team.getByText(`${full_name} was reminded.`)).toBeVisible();
  await expect(table).toContainText('by Berta Boss');
  await act('Excuse');
  const dialog = team.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('On leave until spring');
  await dialog.getByRole('button', { name: 'Excuse' }).click();
  await expect(dialog).toBeHidden();
  await expect(team.getByRole('button', { name: `Actions for ${full_name}, ${module}` })).toHaveCount(0);

  await team.setViewportSize(PHONE);
  await expectNoSidewaysScroll(team);
  await boss.leave();
});

// rules/managers 1 and 5
test(
  'a super admin gives a person a manager, whose page lists them',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await signInAs('super_admin');
    const admin = clientOf(page.context(), server.origin);
    const stamp = 'managed@browser-tests.example';
    const { id } = await admin.users.save.mutate({ email: stamp, full_name: 'Mona Managed' });
    await page.goto(`/demo/people/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Mona Managed' });
    await dialog.getByLabel('Manager').fill('Ines Castelo');
    await page.getByRole('option', { name: /Ines Castelo/ }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Ines Castelo' }).click();
    const reports = page.getByRole('table', { name: 'Manages' });
    await expect(reports).toContainText('Mona Managed');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Analytics of the team' }).click();
    await expect(page.getByLabel('Team of')).toHaveValue(/Ines Castelo/);
    await expect(page.getByRole('heading', { name: 'By department' })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await reports.getByRole('link', { name: 'Mona Managed' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('button', { name: 'No manager' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Managers so far' })).toBeVisible();
    await page.goto('/demo/audit?q=Mona');
    await page
      .getByRole('button', { name: /Mona Managed/ })
      .first()
      .click();
    await expect(page.getByText('Ines Castelo → none')).toBeVisible();
  },
);
