/**
 * `nx g @heddle/tools:node <type>`: writes the folder of a node type and its line in both registries. What it writes
 * runs and passes the node contract, so that a new type starts from green.
 */
const { files } = require('./files.cjs');

const SOURCE = 'libs/nodes/src';
const TYPE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Words that cannot name a constant. */
const RESERVED = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

const kebab = (type) => type.replaceAll('_', '-');

/** The constant that holds the definition: `httpRequest` for `http_request`. */
function identifierOf(type) {
  const name = type.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  return RESERVED.has(name) ? `${name}Node` : name;
}

function titleOf(type) {
  const words = type.replaceAll('_', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** Puts an import where its folder stands in the alphabet. */
function insertImport(text, folder, line) {
  const lines = text.split('\n');
  const isLater = (other) => (/^import .* from '\.\/([^/']+)\/[^']+';$/.exec(other)?.[1] ?? '') > folder;
  const at = lines.findIndex(isLater);
  const last = lines.findLastIndex((other) => other.startsWith('import '));
  lines.splice(at < 0 ? last + 1 : at, 0, line);
  return lines.join('\n');
}

/** Adds a line at the end of the list that stands between two marks. */
function appendLine(text, { after, before, line }) {
  const start = text.indexOf(after);
  const end = text.indexOf(before, start);
  if (start < 0 || end < 0) throw new Error(`There is no "${after} … ${before.trim()}" to add a line to.`);
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

function read(tree, path) {
  const text = tree.read(path, 'utf-8');
  if (text === null) throw new Error(`${path} is missing.`);
  return text;
}

function register(tree, { type, folder, identifier }) {
  const shared = `${SOURCE}/registry.ts`;
  const definitions = insertImport(
    read(tree, shared),
    folder,
    `import { ${identifier} } from './${folder}/schema';`,
  );
  tree.write(
    shared,
    appendLine(definitions, {
      after: 'export const definitions = [',
      before: '\n] as const',
      line: `  ${identifier},`,
    }),
  );
  const server = `${SOURCE}/registry.server.ts`;
  const executors = insertImport(
    read(tree, server),
    folder,
    `import ${identifier} from './${folder}/executor';`,
  );
  tree.write(
    server,
    appendLine(executors, {
      after: 'export const executors = {',
      before: '\n} as const',
      line: identifier === type ? `  ${identifier},` : `  ${type}: ${identifier},`,
    }),
  );
}

/** The generator itself; `tree` is Nx's view of the repository. */
module.exports = function generateNode(tree, options) {
  const { type, category = 'transform' } = options;
  if (!TYPE.test(type)) throw new Error(`"${type}" is not a name in snake_case.`);
  const folder = kebab(type);
  if (tree.exists(`${SOURCE}/${folder}`)) throw new Error(`There is a node type "${type}" already.`);
  const title = options.title ?? titleOf(type);
  const node = {
    type,
    folder,
    category,
    identifier: identifierOf(type),
    title,
    titleZh: options.titleZh ?? title,
  };
  for (const [name, text] of Object.entries(files(node))) tree.write(`${SOURCE}/${folder}/${name}`, text);
  register(tree, node);
};
