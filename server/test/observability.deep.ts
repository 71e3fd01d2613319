import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { adapted, lacking } from './deploy/deploy-page.ts';
import { ALERTS, queriesOfDashboard, rulesOfPage } from './observability.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-promtool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function promtool(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Series of an alert's test, under which others must not be reported. */
const TESTS = path.join(import.meta.dirname, 'alerts.test.yaml');

const missing = lacking({ promtool: 'prometheus' });
describe.skipIf(missing)(`promtool${missing ? ` (${missing})` : ''}`, () => {
  test('has nothing to say about the alerts', () => {
    const { status, said } = promtool('check', 'rules', '--lint=all', '--lint-fatal', ALERTS);
    expect(said).toContain(`SUCCESS: ${rulesOfPage().length} rules found`);
    expect(status, said).toBe(0);
  });

  test('finds each alert raised by what it is about, and none by an instance in good health', () => {
    for (const file of [ALERTS, TESTS]) copyFileSync(file, path.join(folder, path.basename(file)));
    const { status, said } = promtool('test', 'rules', path.basename(TESTS));
    expect(status, said).toBe(0);
    const tests = readFileSync(TESTS, 'utf8');
    expect(rulesOfPage().filter(({ alert }) => !tests.includes(alert))).toEqual([]);
  });

  test('finds an alert that is never raised', () => {
    const broken = readFileSync(ALERTS, 'utf8').replace('up{job="training"} == 0', 'up{job="training"} == 2');
    writeFileSync(path.join(folder, 'alerts.yaml'), broken);
    copyFileSync(TESTS, path.join(folder, 'alerts.test.yaml'));
    expect(promtool('test', 'rules', 'alerts.test.yaml').said).toContain('TrainingInstanceDown');
  });

  test('can read every query of the dashboard', () => {
    const rules = queriesOfDashboard().map((expr, n) => ({ record: `query:${n}`, expr }));
    writeFileSync(path.join(folder, 'queries.yaml'), stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { status, said } = promtool('check', 'rules', 'queries.yaml');
    expect(said).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(status, said).toBe(0);
  });

  test('accepts the configuration of the deploy page, with the alerts', () => {
    const here = { '/opt/training/docs/operate/alerts.yaml': ALERTS };
    writeFileSync(path.join(folder, 'prometheus.yml'), adapted('/etc/prometheus/prometheus.yml', here));
    const { status, said } = promtool('check', 'config', 'prometheus.yml');
    expect(status, said).toBe(0);
  });
});
