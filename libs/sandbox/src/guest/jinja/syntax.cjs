'use strict';
// Teaches nunjucks' parser what Jinja has and it has not: precedence of operators and tests, `for … if`, `with`.

/** @typedef {any} Nunjucks nunjucks has no types of its internals. */
/** @typedef {any} Parser */

const ADDITIVE = { '+': 'Add', '-': 'Sub' };
const MULTIPLICATIVE = { '*': 'Mul', '/': 'Div', '//': 'FloorDiv', '%': 'Mod' };
/** Numbers that nunjucks takes for names: `1e8`, `10_000`. */
const SCIENTIFIC = /^\d[\d_]*(?:e\d+)?$/i;
const NOT_AN_ARGUMENT = ['and', 'or', 'not', 'is', 'in', 'if', 'else'];

/**
 * Operators of one precedence, from left to right.
 * @param {Nunjucks} nunjucks
 * @param {Record<string, string>} nodeNames
 * @param {(parser: Parser) => unknown} parseOperand
 */
function leftToRight(nunjucks, nodeNames, parseOperand) {
  const { lexer, nodes } = nunjucks;
  /** @this {Parser} */
  return function () {
    let node = /** @type {any} */ (parseOperand(this));
    for (;;) {
      const token = this.peekToken();
      const name = token?.type === lexer.TOKEN_OPERATOR ? nodeNames[token.value] : undefined;
      if (name === undefined) return node;
      this.nextToken();
      node = new nodes[name](token.lineno, token.colno, node, parseOperand(this));
    }
  };
}

/**
 * Whether a test's argument follows without parentheses: `is divisibleby 3`, `is in [1, 2]`.
 * @param {Nunjucks} nunjucks
 * @param {any} token
 */
function beginsArgument(nunjucks, token) {
  const { lexer } = nunjucks;
  if (!token) return false;
  if (token.type === lexer.TOKEN_SYMBOL) return !NOT_AN_ARGUMENT.includes(token.value);
  return [
    lexer.TOKEN_STRING,
    lexer.TOKEN_INT,
    lexer.TOKEN_FLOAT,
    lexer.TOKEN_BOOLEAN,
    lexer.TOKEN_NONE,
    lexer.TOKEN_LEFT_BRACKET,
    lexer.TOKEN_LEFT_CURLY,
  ].includes(token.type);
}

/**
 * `value is [not] name [argument]`, after `is`.
 * @param {Nunjucks} nunjucks
 * @param {Parser} parser
 * @param {any} value
 */
function parseTest(nunjucks, parser, value) {
  const { lexer, nodes } = nunjucks;
  const isNegated = parser.skipSymbol('not');
  const token = parser.nextToken();
  const isName = [lexer.TOKEN_SYMBOL, lexer.TOKEN_BOOLEAN, lexer.TOKEN_NONE].includes(token?.type);
  if (!isName) parser.fail('expected the name of a test after "is"', value.lineno, value.colno);
  const name = new nodes.Symbol(token.lineno, token.colno, String(token.value));
  const next = parser.peekToken();
  let args = new nodes.NodeList(token.lineno, token.colno);
  if (next?.type === lexer.TOKEN_LEFT_PAREN) args = parser.parseSignature();
  else if (beginsArgument(nunjucks, next)) args.addChild(parser.parsePrimary());
  const test = new nodes.JinjaTest(token.lineno, token.colno, name, value, args);
  return isNegated ? new nodes.Not(token.lineno, token.colno, test) : test;
}

/**
 * @param {Nunjucks} nunjucks
 * @param {Parser} parser
 */
function parseWith(nunjucks, parser) {
  const { lexer, nodes } = nunjucks;
  const tag = parser.nextToken();
  const targets = new nodes.NodeList(tag.lineno, tag.colno);
  const values = new nodes.NodeList(tag.lineno, tag.colno);
  while (parser.peekToken()?.type === lexer.TOKEN_SYMBOL) {
    targets.addChild(parser.parsePrimary(true));
    if (!parser.skipValue(lexer.TOKEN_OPERATOR, '='))
      parser.fail('expected = in with tag', tag.lineno, tag.colno);
    values.addChild(parser.parseExpression());
    if (!parser.skip(lexer.TOKEN_COMMA)) break;
  }
  parser.advanceAfterBlockEnd(tag.value);
  const body = parser.parseUntilBlocks('endwith');
  parser.advanceAfterBlockEnd();
  return new nodes.JinjaWith(tag.lineno, tag.colno, targets, values, body);
}

/** @param {Nunjucks} nunjucks */
function addNodes(nunjucks) {
  const { nodes } = nunjucks;
  nodes.JinjaTest = nodes.Node.extend('JinjaTest', { fields: ['name', 'value', 'args'] });
  nodes.JinjaCode = nodes.Node.extend('JinjaCode', { fields: ['code'] });
  nodes.JinjaWith = nodes.Node.extend('JinjaWith', { fields: ['targets', 'values', 'body'] });
  nodes.JinjaItems = nodes.Node.extend('JinjaItems', { fields: ['arr', 'name', 'cond'] });
}

/**
 * Changes the parser; returns the extension that holds the added tags.
 * @param {Nunjucks} nunjucks
 */
function installSyntax(nunjucks) {
  addNodes(nunjucks);
  const { nodes } = nunjucks;
  const proto = nunjucks.parser.Parser.prototype;
  const { parseFor, parsePrimary, parseUnary } = proto;

  proto.parseMul = leftToRight(nunjucks, MULTIPLICATIVE, (parser) => parser.parsePow());
  proto.parseAdd = leftToRight(nunjucks, ADDITIVE, (parser) => parser.parseMul());
  /** @this {Parser} */
  proto.parseIs = function () {
    return this.parseCompare();
  };

  /**
   * @this {Parser}
   * @param {boolean} noPostfix
   */
  proto.parsePrimary = function (noPostfix) {
    const node = parsePrimary.call(this, noPostfix);
    const isNumber = node instanceof nodes.Symbol && SCIENTIFIC.test(node.value);
    return isNumber ? new nodes.Literal(node.lineno, node.colno, Number(node.value.replace(/_/g, ''))) : node;
  };

  /**
   * @this {Parser}
   * @param {boolean} noFilters
   */
  proto.parseUnary = function (noFilters) {
    let node = parseUnary.call(this, noFilters);
    while (!noFilters && this.skipSymbol('is')) node = this.parseFilter(parseTest(nunjucks, this, node));
    return node;
  };

  /** @this {Parser} */
  proto.parseFor = function () {
    const node = parseFor.call(this);
    const filtered = node.arr instanceof nodes.InlineIf && node.arr.else_ === null ? node.arr : null;
    const items = filtered === null ? node.arr : filtered.body;
    node.arr = new nodes.JinjaItems(
      node.lineno,
      node.colno,
      items,
      node.name,
      filtered === null ? null : filtered.cond,
    );
    return node;
  };

  return { tags: ['with'], parse: (/** @type {Parser} */ parser) => parseWith(nunjucks, parser) };
}

module.exports = { installSyntax };
