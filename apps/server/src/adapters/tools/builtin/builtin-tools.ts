import type { BuiltinTool } from './builtin-tool';
import { calculator } from './calculator';
import { convertData } from './convert-data';
import { time } from './time';
import { weather } from './weather';
import { webPage } from './web-page';

/** The tools that every workspace has, in the order in which they are listed. */
export const BUILTIN_TOOLS: readonly BuiltinTool[] = [time, calculator, weather, webPage, convertData];

const byName: ReadonlyMap<string, BuiltinTool> = new Map(BUILTIN_TOOLS.map((tool) => [tool.name, tool]));

/** A built-in tool by its name, which is its id. */
export const builtinTool = (name: string): BuiltinTool | undefined => byName.get(name);
