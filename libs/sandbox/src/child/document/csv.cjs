'use strict';
const { parse } = require('csv-parse/sync');
const { DocumentProblem } = require('./document-problem.cjs');

const MAX_ROWS = 200_000;
const MAX_COLUMNS = 10_000;
const MAX_CELL_CHARS = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The separator that the first line has most of.
 * @param {string} text
 */
function delimiterOf(text) {
  const [line = ''] = text.split(/\r?\n/, 1);
  /** @param {string} mark */
  const count = (mark) => line.split(mark).length;
  return DELIMITERS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/**
 * Names for the columns: what the first row says, made distinct.
 * @param {string[]} header
 */
function columnNames(header) {
  /** @type {Set<string>} */
  const taken = new Set();
  return header.map((cell, index) => {
    const wanted = cell.trim() || `column_${index + 1}`;
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
    taken.add(name);
    return name;
  });
}

/** @param {string} text */
function parseRows(text) {
  try {
    return /** @type {string[][]} */ (
      parse(text, {
        bom: true,
        delimiter: delimiterOf(text.replace(/^\uFEFF/, '')),
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: MAX_CELL_CHARS,
        to: MAX_ROWS + 1,
      })
    );
  } catch (error) {
    const problem = /** @type {Error & { code?: string, lines?: number }} */ (error);
    if (problem.code === 'CSV_MAX_RECORD_SIZE')
      throw new DocumentProblem('DOC_LIMIT', { what: 'characters in a row', limit: MAX_CELL_CHARS });
    throw new DocumentProblem('DOC_CORRUPT', { format: 'CSV', reason: problem.message, line: problem.lines });
  }
}

/**
 * Rows as objects by the names in the first row, or as lists when there is no such row.
 * @param {string} text
 * @param {boolean} hasHeader
 */
function readCsv(text, hasHeader) {
  const rows = parseRows(text);
  if (rows.length > MAX_ROWS) throw new DocumentProblem('DOC_LIMIT', { what: 'rows', limit: MAX_ROWS });
  if (rows.some((row) => row.length > MAX_COLUMNS))
    throw new DocumentProblem('DOC_LIMIT', { what: 'columns', limit: MAX_COLUMNS });
  if (!hasHeader) return rows;
  const [header = [], ...items] = rows;
  const names = columnNames(header);
  return items.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

/** @param {unknown} value */
const cellOf = (value) => {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
};

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A table as CSV: a list of objects gets a first row with their keys; lists and single values are rows as they are.
 * @param {unknown} data
 */
function writeCsv(data) {
  const items = Array.isArray(data) ? data : [data];
  const names = [...new Set(items.filter(isRecord).flatMap((item) => Object.keys(item)))];
  /** @param {unknown} item */
  const rowOf = (item) => {
    if (isRecord(item)) return names.map((name) => (Object.hasOwn(item, name) ? item[name] : ''));
    return Array.isArray(item) ? item : [item];
  };
  const rows = names.length > 0 ? [names, ...items.map(rowOf)] : items.map(rowOf);
  return rows.map((row) => `${row.map(cellOf).join(',')}\n`).join('');
}

module.exports = { readCsv, writeCsv };
