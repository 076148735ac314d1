export { Sandbox } from './sandbox';
export type { SandboxOptions, SandboxStatus, SourceProblem } from './sandbox';
export type { PythonStatus } from './python/python-pool';
export type {
  CodeJob,
  DocumentJob,
  ExpressionJob,
  Job,
  JobLimits,
  JobResult,
  RegexJob,
  RunOptions,
  TemplateJob,
} from './jobs';
export { sandboxErrors } from './errors';
export type { SandboxErrorCode } from './errors';
