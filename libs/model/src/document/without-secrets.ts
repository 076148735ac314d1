import type { NodeCatalogue } from '../definition/node-definition';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { configSchemaOf, schemaAlternatives, schemaStep } from '../validation/config-schema';
import type { DraftDocument, DraftNode } from '../validation/draft-document';
import { parseTemplate } from '../values/template';

/** A document that holds no secret, and the places where there was one. */
export interface SecretFree {
  readonly document: DraftDocument;
  readonly blanked: readonly BlankedSecret[];
}

/** A secret that was taken out. */
export interface BlankedSecret {
  readonly name: string;
  readonly nodeId?: string;
  readonly path: string;
}

/** Headers whose value lets its holder in. */
const CREDENTIAL_HEADER = /^(proxy-)?authorization$|^cookie$|(api|auth|access)[-_]?(key|token)$/i;
/** Keys of foreign records that usually hold a credential. */
const CREDENTIAL_KEY = /(api|access|secret)_?key$|password$|secret$|(^|_)token$/i;

/** Whether a value is a credential itself, rather than the name of one or a reference to it. */
const isLiteral = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  !parseTemplate(value).some((part) => part.kind === 'reference') &&
  !value.includes('{{#');

const isCredentialHeader = (value: JsonObject): boolean =>
  typeof value['name'] === 'string' && CREDENTIAL_HEADER.test(value['name']);

class Blanking {
  readonly blanked: BlankedSecret[] = [];
  #nodeId = '';

  node(node: DraftNode, root: JsonObject | undefined): DraftNode {
    this.#nodeId = node.id;
    const config = root
      ? this.bySchema(node.config, '', { schemas: schemaAlternatives(root, root), root })
      : node.config;
    const kept = node['origin'] === undefined ? {} : { origin: this.byName(node['origin'], 'origin') };
    return { ...node, ...(config === undefined ? {} : { config }), ...kept };
  }

  blank(path: string, name = path): string {
    this.blanked.push({ name, path, ...(this.#nodeId === '' ? {} : { nodeId: this.#nodeId }) });
    return '';
  }

  private bySchema(
    value: unknown,
    path: string,
    place: { readonly schemas: readonly JsonObject[]; readonly root: JsonObject },
  ): unknown {
    const { schemas, root } = place;
    if (isLiteral(value)) {
      return schemas.some((schema) => schema['control'] === 'secret') ? this.blank(path) : value;
    }
    const inside = (key: string | number) => ({ schemas: schemaStep(schemas, key, root), root });
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => this.bySchema(item, `${path}[${index}]`, inside(index)));
    }
    if (!isJsonObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      const isHeader = key === 'value' && isCredentialHeader(value) && isLiteral(item);
      copy[key] = isHeader ? this.blank(at) : this.bySchema(item, at, inside(key));
    }
    return copy;
  }

  private byName(value: unknown, path: string): unknown {
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => this.byName(item, `${path}[${index}]`));
    }
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]): [string, Json] => {
      const at = `${path}.${key}`;
      const isSecret = CREDENTIAL_KEY.test(key) && isLiteral(item);
      return [key, (isSecret ? this.blank(at) : this.byName(item, at)) as Json];
    });
    return Object.fromEntries(entries);
  }
}

/** A copy of a flow for others: without secret variables and without credentials that stand in configs as text. */
export function withoutSecrets(document: DraftDocument, catalogue: NodeCatalogue): SecretFree {
  const blanking = new Blanking();
  const { env, conversation } = document.variables;
  const variables = env.map((variable) =>
    variable.type === 'secret' && isLiteral(variable['value'])
      ? { ...variable, value: blanking.blank('variables.env', variable.name) }
      : variable,
  );
  const nodes = document.nodes.map((node) => {
    const definition = catalogue.get(node.type);
    return blanking.node(node, definition && configSchemaOf(definition.config));
  });
  return {
    document: { ...document, nodes, variables: { env: variables, conversation } },
    blanked: blanking.blanked,
  };
}
