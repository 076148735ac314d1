import type { NodeContext } from '@heddle/engine';
import { isJsonObject, type Json, renderText } from '@heddle/model';

type Context = Pick<NodeContext<'secrets'>, 'ports' | 'run' | 'variables'>;

/** The name of a secret, where a value of a config is `{"secret": name}`. */
export function secretName(value: Json | undefined): string | undefined {
  const name = isJsonObject(value) ? value['secret'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The text of a credential: a value of the flow, or a secret of the workspace by name. @throws SECRET_NOT_FOUND */
export async function credential(
  value: Json | undefined,
  { ports, run, variables }: Context,
): Promise<string> {
  if (value === undefined) return '';
  const name = secretName(value);
  return name === undefined
    ? renderText(variables.resolve(value))
    : ports.secrets.read(run.workspaceId, name);
}
