import {
  DEFAULT_HANDLE,
  ERROR_HANDLE,
  type AnyNodeDefinition,
  type FlowNode,
  type Handle,
} from '@heddle/model';
import { handlesOf, summaryOf } from '../document/node-ports';

/** Widths and heights of a node's card; the card's styles use the same numbers, so nothing is ever measured. */
export const CARD = {
  width: 240,
  header: 42,
  summary: 32,
  row: 28,
  rowsPadding: 6,
  gapX: 80,
  gapY: 40,
  grid: 16,
} as const;

/** A width and a height on the canvas. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The ways out that have a row of their own on the card: all but a single unnamed one. */
export const rowHandles = (handles: readonly Handle[]): readonly Handle[] =>
  handles.filter(({ id }) => id !== ERROR_HANDLE).length === 1 && handles[0]?.id === DEFAULT_HANDLE
    ? handles.filter(({ id }) => id === ERROR_HANDLE)
    : handles;

/** The line about the config; left out where each way out has a row, which says the same and more. */
export function shownSummary(node: FlowNode, definition: AnyNodeDefinition | undefined): string {
  const hasRows = rowHandles(handlesOf(node, definition)).some(({ id }) => id !== ERROR_HANDLE);
  return hasRows ? '' : summaryOf(node, definition);
}

/** How large a node's card is; depends on its config only. */
export function cardSize(node: FlowNode, definition: AnyNodeDefinition | undefined): Size {
  const rows = rowHandles(handlesOf(node, definition)).length;
  const summary = shownSummary(node, definition) === '' ? 0 : CARD.summary;
  return {
    width: CARD.width,
    height: CARD.header + summary + (rows === 0 ? 0 : rows * CARD.row + CARD.rowsPadding),
  };
}

/** Rounds a place to the grid. */
export const snap = ({ x, y }: { readonly x: number; readonly y: number }): { x: number; y: number } => ({
  x: Math.round(x / CARD.grid) * CARD.grid,
  y: Math.round(y / CARD.grid) * CARD.grid,
});
