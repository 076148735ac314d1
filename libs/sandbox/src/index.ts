export { Sandbox } from './sandbox';
export type { SandboxOptions, SandboxStatus, SourceProblem } from './sandbox';
export type {
  CodeJob,
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
