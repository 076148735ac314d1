import type { Component } from 'vue';

/** A part of a node that the editor loads when it is first shown. */
export type Lazy<Part> = () => Promise<Part>;

const panels: Readonly<Record<string, Lazy<Component>>> = import.meta.glob<Component>('./*/*Panel.vue', {
  import: 'default',
});
const helpTexts: Readonly<Record<string, Lazy<string>>> = import.meta.glob<string>('./*/README.md', {
  query: '?raw',
  import: 'default',
});

/** The folder of a type's own files, `./http-request/` for `http_request`. */
const folderOf = (type: string): string => `./${type.replaceAll('_', '-')}/`;

const inFolder = <Part>(files: Readonly<Record<string, Lazy<Part>>>, type: string): Lazy<Part> | undefined =>
  Object.entries(files).find(([file]) => file.startsWith(folderOf(type)))?.[1];

/** The panel that a node type brings along; without one its generated form is shown. */
export const panelOf = (type: string): Lazy<Component> | undefined => inFolder(panels, type);

/** The help text of a node type, as Markdown. */
export const helpOf = (type: string): Lazy<string> | undefined => inFolder(helpTexts, type);
