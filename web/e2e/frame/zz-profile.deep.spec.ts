import { writeFileSync } from 'node:fs';
import { test, expect } from '../fixtures.ts';
import { firstCourse, moduleOf } from './all-pages.ts';
test('profile', async ({ page, signInAs }) => {
  await signInAs('trainer');
  const path = `/demo${await moduleOf(page, await firstCourse(page))}`;
  await page.setViewportSize({ width: 412, height: 823 });
  const cdp = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await cdp.send('Network.enable');
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 500 });
  await page.addInitScript(() => {
    (globalThis as any).tasks = [];
    new PerformanceObserver((list) => {
      for (const e of list.getEntries())
        (globalThis as any).tasks.push([Math.round(e.startTime), Math.round(e.duration)]);
    }).observe({ type: 'longtask', buffered: true });
  });
  await cdp.send('Profiler.start');
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(6000);
  const { profile } = await cdp.send('Profiler.stop');
  writeFileSync('/tmp/w26/profile.json', JSON.stringify(profile));
  const tasks = await page.evaluate(() => (globalThis as any).tasks);
  console.log(
    'items',
    await page.locator('textarea').count(),
    'tasks',
    JSON.stringify(tasks),
    'blocking',
    tasks.reduce((s: number, [, d]: number[]) => s + Math.max(0, d - 50), 0),
  );
});
