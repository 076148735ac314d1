import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { DECLARED, ENTRIES, FILE_RULES, PROJECTS, SPEC_EXTRAS, isSpec } from '../boundaries.mjs';

const builtins = new Set(builtinModules);
const manifests = new Map();

/** The folder of the project that a file belongs to, as the table names it. */
export const projectOf = (file) => Object.keys(PROJECTS).find((folder) => file.startsWith(`${folder}/`));

function manifestOf(root, folder) {
  const cached = manifests.get(folder);
  if (cached) return cached;
  const path = join(root, folder, 'package.json');
  const json = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const manifest = {
    shipped: new Set([
      ...Object.keys(json.dependencies ?? {}),
      ...Object.keys(json.optionalDependencies ?? {}),
    ]),
    development: new Set(Object.keys(json.devDependencies ?? {})),
  };
  manifests.set(folder, manifest);
  return manifest;
}

/** The web app's own alias for its sources, as apps/web/vite.config.ts sets it. */
const WEB_ALIAS = /^@\//;

/** The path from the root that a local import names; undefined for packages. */
function localTarget(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  if (file.startsWith('apps/web/') && WEB_ALIAS.test(specifier)) {
    return specifier.replace(WEB_ALIAS, 'apps/web/src/');
  }
  return undefined;
}

const packageName = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Browser projects are bundled, so everything they use is a development dependency. */
const isBundled = (folder) => folder.startsWith('apps/web');

function isDeclared(root, folder, name, spec) {
  const { shipped, development } = manifestOf(root, folder);
  return shipped.has(name) || ((spec || isBundled(folder)) && development.has(name));
}

function refuseRelative(file, folder, target) {
  if (target.startsWith(`${folder}/`)) return undefined;
  return `${file} leaves its project: import @heddle/<project> instead of a path into another one`;
}

function refuseHeddle(rule, folder, specifier, spec) {
  const entry = specifier.slice('@heddle/'.length);
  if (!ENTRIES.has(entry)) return `${specifier} is a deep import: only a project's exports may be imported`;
  const project = entry.split('/')[0];
  if (`libs/${project}` === folder || `apps/${project}` === folder) {
    return spec ? undefined : `${folder} imports itself by name: use a relative path`;
  }
  const allowed = spec ? [...rule.projects, ...SPEC_EXTRAS.projects] : rule.projects;
  return allowed.includes(project) ? undefined : `${folder} may not import @heddle/${project}`;
}

function refusePackage({ root, rule, folder, specifier, spec }) {
  const name = packageName(specifier);
  if (spec && SPEC_EXTRAS.npm.includes(name)) return undefined;
  const isAllowed =
    rule.npm === DECLARED || spec ? isDeclared(root, folder, name, spec) : rule.npm.includes(name);
  return isAllowed ? undefined : `${folder} may not import ${name}`;
}

function refuseNode(rule, folder, specifier, spec) {
  if (rule.node || (spec && SPEC_EXTRAS.node)) return undefined;
  return `${folder} may not import ${specifier}: it must run without Node`;
}

function refuseByFile(file, subject, isTypeOnly) {
  for (const rule of FILE_RULES) {
    if (!rule.files.test(file) || rule.except?.test(file)) continue;
    if (isTypeOnly && rule.typesToo === false) continue;
    const isRefused = rule.deny ? rule.deny.test(subject) : !rule.allow.test(subject);
    if (isRefused) return rule.why;
  }
  return undefined;
}

/**
 * Why an import is refused, or undefined when it is fine.
 * `file` is relative to the repository, with forward slashes.
 */
export function importVerdict({ root, file, specifier, isTypeOnly }) {
  const clean = specifier.replace(/\?.*$/, '');
  const target = localTarget(file, clean);
  const byFile = refuseByFile(file, target ?? clean, isTypeOnly);
  if (byFile) return byFile;
  const folder = projectOf(file);
  const rule = folder && PROJECTS[folder];
  if (!rule) return undefined;
  if (target !== undefined) return refuseRelative(file, folder, target);
  const spec = isSpec(file);
  if (clean.startsWith('@heddle/')) return refuseHeddle(rule, folder, clean, spec);
  if (clean.startsWith('node:') || builtins.has(clean)) return refuseNode(rule, folder, clean, spec);
  return refusePackage({ root, rule, folder, specifier: clean, spec });
}
