import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport, sumReports } from './test-report.mjs';

describe('readReport', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-report-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (report: object): unknown => {
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(report));
    return readReport(file);
  };

  it('counts what passed, failed and was left out', () => {
    expect(read({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, testResults: [] })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
    });
  });

  it('counts a file that does not load as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(read({ numPassedTests: 3, numFailedTests: 0, testResults: [broken] })).toMatchObject({
      failed: 1,
    });
  });

  it('takes a missing report for a failure', () => {
    expect(readReport(join(folder, 'none.json'))).toMatchObject({ passed: 0, failed: 1 });
  });

  it('adds reports up', () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(sumReports([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
