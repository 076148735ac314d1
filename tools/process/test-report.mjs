import { existsSync, readFileSync } from 'node:fs';

/** No test at all. */
export const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };

/** Files that could not even be loaded count as one failed test each. */
const brokenFiles = (report) =>
  (report.testResults ?? []).filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    .length;

/** Reads the JSON report that jest and vitest both write. A missing report is a failure. */
export function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles(report),
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** Adds counts up. */
export const sumReports = (reports) =>
  reports.reduce(
    (sum, report) => ({
      passed: sum.passed + report.passed,
      failed: sum.failed + report.failed,
      skipped: sum.skipped + report.skipped,
    }),
    NO_TESTS,
  );
