'use strict';
// Changes what nunjucks compiles templates to: Jinja's meaning of operators, guarded output, calls through our door,
// and lines that stay known while filters and calls run.

/** @typedef {any} Compiler */
/** @typedef {any} Node */
/** @typedef {any} CompileFrame */

const OPERATORS = { Add: 'add', Mul: 'multiply', Mod: 'modulo', Concat: 'concatenate', In: 'isIn' };

/**
 * What a call says is being called.
 * @param {Node} node
 * @returns {string}
 */
function nameOf(node) {
  if (node.typename === 'Symbol') return node.value;
  if (node.typename !== 'LookupVal') return 'the expression';
  const member = node.val.typename === 'Literal' ? String(node.val.value) : '…';
  return `${nameOf(node.target)}.${member}`.slice(0, 200);
}

/**
 * Emits code around sub-expressions: strings as they are, nodes compiled.
 * @param {Compiler} compiler
 * @param {CompileFrame} frame
 * @param {readonly (string | Node)[]} parts
 */
function emit(compiler, frame, parts) {
  for (const part of parts) {
    if (typeof part === 'string') compiler._emit(part);
    else compiler.compile(part, frame);
  }
}

/** @param {Node} node */
const lineOf = (node) => `(lineno = ${Number(node.lineno) + 1}, colno = ${Number(node.colno) + 1}, `;

/** @param {string} text */
const quoted = (text) =>
  JSON.stringify(text)
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

/**
 * @param {Compiler} compiler
 * @param {Node[]} args
 * @param {CompileFrame} frame
 */
function emitArguments(compiler, args, frame) {
  args.forEach((arg, i) => emit(compiler, frame, i === 0 ? [arg] : [', ', arg]));
}

/** @type {Record<string, (this: Compiler, node: Node, frame: CompileFrame) => void>} */
const EXPRESSIONS = {
  compileAnd(node, frame) {
    emit(this, frame, ['runtime.and(', node.left, ', () => (', node.right, '))']);
  },
  compileOr(node, frame) {
    emit(this, frame, ['runtime.or(', node.left, ', () => (', node.right, '))']);
  },
  compileNot(node, frame) {
    emit(this, frame, ['!runtime.isTrue(', node.target, ')']);
  },
  compileInlineIf(node, frame) {
    emit(this, frame, [
      '(runtime.isTrue(',
      node.cond,
      ') ? ',
      node.body,
      ' : ',
      node.else_ ?? 'undefined',
      ')',
    ]);
  },
  compileCompare(node, frame) {
    emit(this, frame, ['runtime.compareAll(', node.expr, ', [']);
    for (const op of node.ops) emit(this, frame, [`[${quoted(op.type)}, () => (`, op.expr, ')],']);
    this._emit('])');
  },
  compileSub(node, frame) {
    emit(this, frame, ['((', node.left, ') - (', node.right, '))']);
  },
  compileDiv(node, frame) {
    emit(this, frame, ['((', node.left, ') / (', node.right, '))']);
  },
  compileNeg(node, frame) {
    emit(this, frame, ['(-(', node.target, '))']);
  },
  compilePos(node, frame) {
    emit(this, frame, ['(+(', node.target, '))']);
  },
  compileFloorDiv(node, frame) {
    emit(this, frame, ['Math.floor((', node.left, ') / (', node.right, '))']);
  },
  compileLookupVal(node, frame) {
    if (node.val.typename === 'Slice') {
      emit(this, frame, ['runtime.slice((', node.target, '), ']);
      emitArguments(this, [node.val.start, node.val.stop, node.val.step], frame);
      this._emit(')');
    } else {
      emit(this, frame, [lineOf(node), 'runtime.memberLookup((', node.target, '), ', node.val, '))']);
    }
  },
  compileFunCall(node, frame) {
    const callee = node.name;
    const isMethod = callee.typename === 'LookupVal' && callee.val.typename !== 'Slice';
    this._emit(`${lineOf(node)}runtime.callWrap(`);
    if (isMethod) emit(this, frame, ['runtime.methodLookup((', callee.target, '), ', callee.val, ')']);
    else this.compile(callee, frame);
    this._emit(`, ${quoted(nameOf(callee))}, context, [`);
    emitArguments(this, node.args.children, frame);
    this._emit(']))');
  },
  compileFilter(node, frame) {
    this._emit(`${lineOf(node)}env.getFilter(${quoted(node.name.value)}).call(context, `);
    emitArguments(this, node.args.children, frame);
    this._emit('))');
  },
  compileJinjaTest(node, frame) {
    emit(this, frame, [`${lineOf(node)}env.getTest(${quoted(node.name.value)}).call(context, `, node.value]);
    for (const arg of node.args.children) emit(this, frame, [', ', arg]);
    this._emit('))');
  },
  compileGroup(node, frame) {
    const isTuple = node.children.length > 1;
    this._emit(isTuple ? '[' : '(');
    emitArguments(this, node.children, frame);
    this._emit(isTuple ? ']' : ')');
  },
};

/** @type {Record<string, (this: Compiler, node: Node, frame: CompileFrame) => void>} */
const STATEMENTS = {
  compileOutput(node, frame) {
    for (const child of node.children) {
      if (child.typename !== 'TemplateData') {
        emit(this, frame, [`${this.buffer} = runtime.append(${this.buffer}, `, child, ');\n']);
      } else if (child.value) {
        this._emit(`${this.buffer} = runtime.append(${this.buffer}, ${quoted(child.value)});\n`);
      }
    }
  },
  compileJinjaItems(node, frame) {
    const names = node.name.typename === 'Array' ? node.name.children : [node.name];
    emit(this, frame, ['runtime.loopItems((', node.arr, `), ${names.length}, `]);
    if (node.cond === null) {
      this._emit('null)');
      return;
    }
    const item = this._tmpid();
    const inner = frame.push();
    this._emit(`(${item}) => { frame = frame.push(); `);
    names.forEach((/** @type {Node} */ name, /** @type {number} */ i) => {
      const value = names.length === 1 ? item : `${item}[${i}]`;
      inner.set(name.value, value);
      this._emit(`frame.set(${quoted(name.value)}, ${value}); `);
    });
    emit(this, inner, ['const kept = runtime.isTrue(', node.cond, '); frame = frame.pop(); return kept; })']);
  },
  compileJinjaWith(node, frame) {
    const inner = frame.push();
    const ids = node.values.children.map((/** @type {Node} */ value) => {
      const id = this._tmpid();
      emit(this, frame, [`var ${id} = `, value, ';\n']);
      return id;
    });
    this._emitLine('frame = frame.push();');
    node.targets.children.forEach((/** @type {Node} */ target, /** @type {number} */ i) => {
      inner.set(target.value, ids[i]);
      this._emitLine(`frame.set(${quoted(target.value)}, ${ids[i]});`);
    });
    this._withScopedSyntax(() => this.compile(node.body, inner));
    this._emitLine('frame = frame.pop();');
  },
};

/**
 * The statements that need what nunjucks does, and a little more.
 * @param {any} proto
 * @param {any} nodes
 */
function extendStatements(proto, nodes) {
  const { compileIf, compileSet, _emitLoopBindings } = proto;

  /** @type {(this: Compiler, node: Node, frame: CompileFrame, isAsync: boolean) => void} */
  proto.compileIf = function (node, frame, isAsync) {
    const original = this._compileExpression;
    // Only the condition is compiled before the body; the body must see the original again.
    this._compileExpression = (/** @type {Node} */ cond, /** @type {CompileFrame} */ at) => {
      this._compileExpression = original;
      emit(this, at, ['runtime.isTrue(', cond, ')']);
    };
    compileIf.call(this, node, frame, isAsync);
  };

  /** @type {(this: Compiler, node: Node, frame: CompileFrame) => void} */
  proto.compileSet = function (node, frame) {
    const { targets } = node;
    const [first] = targets;
    if (targets.length > 1) {
      const list = this._tmpid();
      emit(this, frame, [
        `var ${list} = runtime.unpack((`,
        node.value ?? node.body,
        `), ${targets.length});\n`,
      ]);
      targets.forEach((/** @type {Node} */ target, /** @type {number} */ i) => {
        const value = new nodes.JinjaCode(node.lineno, node.colno, `${list}[${i}]`);
        const single = new nodes.Set(node.lineno, node.colno, [target]);
        compileSet.call(this, Object.assign(single, { value }), frame);
      });
    } else if (first.typename === 'LookupVal') {
      const value = node.value ?? node.body;
      emit(this, frame, ['runtime.assign((', first.target, '), ', first.val, ', ', value, ');\n']);
    } else {
      compileSet.call(this, node, frame);
    }
  };

  /** @type {(this: Compiler, node: Node) => void} */
  proto.compileJinjaCode = function (node) {
    this._emit(node.code);
  };

  /** @type {(this: Compiler, node: Node, arr: string, i: string, len: string) => void} */
  proto._emitLoopBindings = function (node, arr, i, len) {
    _emitLoopBindings.call(this, node, arr, i, len);
    this._emitLine(`frame.set("loop.cycle", runtime.loopCycle(${i}));`);
    this._emitLine(`frame.set("loop.previtem", ${arr}[${i} - 1]);`);
    this._emitLine(`frame.set("loop.nextitem", ${arr}[${i} + 1]);`);
  };
}

/** @param {any} nunjucks */
function installCompiler(nunjucks) {
  const proto = nunjucks.compiler.Compiler.prototype;
  extendStatements(proto, nunjucks.nodes);
  Object.assign(proto, EXPRESSIONS, STATEMENTS);
  for (const [node, name] of Object.entries(OPERATORS)) {
    /** @type {(this: Compiler, node: Node, frame: CompileFrame) => void} */
    proto[`compile${node}`] = function ({ left, right }, frame) {
      emit(this, frame, [`runtime.${name}((`, left, '), (', right, '))']);
    };
  }
  // Which nodes may stand where is what the parser and the vetting decide.
  proto.assertType = () => {};
}

module.exports = { installCompiler };
