import type { HttpPort, SandboxPort } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject, type LocalizedText } from '@heddle/model';
import { z } from 'zod';
import { toolErrors } from '../tool-errors';

/** What a tool of ours works with. */
export interface ToolMeans {
  readonly http: HttpPort;
  readonly sandbox: SandboxPort;
  readonly signal: AbortSignal;
  /** The time now. */
  now(): Date;
}

/** What a tool of ours answers; the text is that of the data when there is no other. */
export interface ToolAnswer {
  readonly text?: string;
  readonly json?: Json;
}

/** A tool that every workspace has. */
export interface BuiltinTool {
  /** Its id and the name that models call it by. */
  readonly name: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** JSON Schema of its arguments. */
  readonly parameters: JsonObject;
  /** @throws TOOL_ARGUMENTS_INVALID, TOOL_FAILED and what its means throw */
  run(given: JsonObject, means: ToolMeans): Promise<ToolAnswer>;
}

/** The JSON Schema that models are shown for arguments that zod reads. */
export function parametersOf(schema: z.ZodType): JsonObject {
  const json: unknown = z.toJSONSchema(schema, { io: 'input' });
  const { $schema: _, ...parameters } = isJsonObject(json) ? json : {};
  return parameters;
}

/** Says what is wrong with arguments, for a model to correct. */
export const argumentProblem = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');

/** Declares a tool of ours by the schema of its arguments. */
export function defineBuiltin<Schema extends z.ZodObject>(
  tool: Omit<BuiltinTool, 'parameters' | 'run'> & {
    readonly arguments: Schema;
    run(given: z.output<Schema>, means: ToolMeans): ToolAnswer | Promise<ToolAnswer>;
  },
): BuiltinTool {
  const { name, title, description, arguments: schema } = tool;
  return {
    name,
    title,
    description,
    parameters: parametersOf(schema),
    async run(given, means) {
      const parsed = schema.safeParse(given);
      if (!parsed.success) {
        throw toolErrors.TOOL_ARGUMENTS_INVALID({ tool: name, reason: argumentProblem(parsed.error) });
      }
      return tool.run(parsed.data, means);
    },
  };
}
