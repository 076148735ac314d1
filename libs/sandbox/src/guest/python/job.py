"""The Python side of a job. It is run once, before the memory snapshot is made, and is part of that snapshot."""

import asyncio
import base64, bisect, calendar, collections, copy, csv, dataclasses, datetime, decimal, difflib, enum, errno, fractions
import functools, hashlib, heapq, hmac, html, io, itertools, json, math, operator, random, re, secrets, statistics
import string, sys, textwrap, time, types, typing, unicodedata, urllib.parse, uuid, warnings, zoneinfo

FILE = 'code.py'
MAX_CHARS = 5 * 1024 * 1024
MAX_DEPTH = 100
MAX_REASON_CHARS = 1000
NO_NETWORK = (
    "Code has Python's standard library here, but no other packages, and no network, processes or threads; "
    'use the HTTP request node to call a service.'
)
# Numbers of JSON become doubles, which hold every integer up to here; numbers of 16 digits are looked at one by one.
MAX_INTEGER = 2**53
LONG_NUMBER = re.compile(r'\d{16}')
ABSENT = (errno.EHOSTUNREACH, errno.ENOSYS, errno.ENOTSUP)

result = None
encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(',', ':')).encode
decode = json.JSONDecoder().decode


class Failure(Exception):
    """The job ends without a value; `details` go to the host."""

    def __init__(self, code, **details):
        self.details = {'code': code, **{name: value for name, value in details.items() if value is not None}}


def text_of(error):
    try:
        text = str(error)
    except Exception:
        text = ''
    name = type(error).__name__
    return (f'{name}: {text}' if text else name)[:MAX_REASON_CHARS]


def line_of(error):
    """The deepest line of the user's own text that the error came through."""
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def hint_for(error):
    if isinstance(error, ModuleNotFoundError):
        return NO_NETWORK
    is_absent = isinstance(error, OSError) and error.errno in ABSENT
    is_network = isinstance(error, ConnectionError) or type(error).__module__ in ('urllib.error', 'socket')
    return NO_NETWORK if is_absent or is_network else None


def compiled(source):
    """Parses the source; nothing of it runs."""
    try:
        return compile(source, FILE, 'exec', dont_inherit=True)
    except SyntaxError as error:
        reason = f'{type(error).__name__}: {error.msg}'[:MAX_REASON_CHARS]
        raise Failure('CODE_SYNTAX', reason=reason, line=error.lineno, column=error.offset) from None
    except (MemoryError, RecursionError):
        raise Failure('CODE_SYNTAX', reason='the code is too long or nested too deeply') from None
    except ValueError as error:
        raise Failure('CODE_SYNTAX', reason=text_of(error)) from None


class Pause:
    """What the event loop waits with: there is nothing but time to wait for."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError('main waits for something that never happens')
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self):
        pass


class Loop(asyncio.BaseEventLoop):
    """An event loop for code without network: `async def main` and `asyncio.run` work, and block."""

    def __init__(self):
        super().__init__()
        self._selector = Pause()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class LoopPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


def called(main, values):
    result = main(**values)
    return asyncio.run(result) if asyncio.iscoroutine(result) else result


def flaw_in(value, holders):
    """Why a value is not JSON, as (code, found, path), or None."""
    if value is None or isinstance(value, (str, bool)):
        return None
    if isinstance(value, int):
        return None if -MAX_INTEGER <= value <= MAX_INTEGER else ('CODE_RESULT_NOT_JSON', 'an integer that loses digits in JSON', '')
    if isinstance(value, float):
        return None if math.isfinite(value) else ('CODE_RESULT_NOT_JSON', str(value), '')
    if not isinstance(value, (list, tuple, dict)):
        return ('CODE_RESULT_NOT_JSON', f'a value of type {type(value).__name__}', '')
    if id(value) in holders:
        return ('CODE_RESULT_CIRCULAR', None, '')
    if len(holders) >= MAX_DEPTH:
        return ('CODE_RESULT_TOO_DEEP', None, '')
    return flaw_inside(value, holders | {id(value)})


def flaw_inside(value, holders):
    is_dict = isinstance(value, dict)
    for key, item in value.items() if is_dict else enumerate(value):
        if is_dict and not isinstance(key, (str, int, float, bool, type(None))):
            return ('CODE_RESULT_NOT_JSON', f'a dict with a key of type {type(key).__name__}', '')
        flaw = flaw_in(item, holders)
        if flaw is not None:
            code, found, path = flaw
            return (code, found, (f'.{key}' if is_dict else f'[{key}]')[:100] + path)
    return None


def fail_for(value):
    flaw = flaw_in(value, frozenset())
    if flaw is not None:
        code, found, path = flaw
        raise Failure(code, found=found, path=f'result{path}'[:300])


def written(value):
    try:
        text = encode(value)
    except MemoryError:
        raise
    except BaseException as error:
        fail_for(value)
        raise Failure('CODE_RUNTIME', reason=text_of(error), line=line_of(error)) from None
    if len(text) > MAX_CHARS:
        raise Failure('CODE_RESULT_TOO_LARGE')
    if LONG_NUMBER.search(text):
        fail_for(value)
    return text


def executed(source, values):
    code = compiled(source)
    module = types.ModuleType('__main__')
    sys.modules['__main__'] = module
    main = None
    try:
        exec(code, module.__dict__)
        main = getattr(module, 'main', None)
        if not callable(main):
            raise Failure('CODE_RUNTIME', reason='the code defines no function named main')
        return called(main, values)
    except (Failure, MemoryError):
        raise
    except BaseException as error:
        line = line_of(error)
        hint = hint_for(error)
        if line is None and isinstance(error, TypeError):
            line = getattr(getattr(main, '__code__', None), 'co_firstlineno', None)
            hint = f'It is given its inputs by name: {", ".join(values) or "there are none"}.'[:500]
        raise Failure('CODE_RUNTIME', reason=text_of(error), line=line, hint=hint) from None


def ending_of(work):
    """Runs `work` to `R` and JSON text, or to `E` and the JSON text of what went wrong."""
    try:
        return 'R' + work()
    except Failure as failure:
        return 'E' + encode(failure.details)
    except MemoryError:
        return 'E{"code":"memory"}'


def run(source, input):
    """Keeps what main returns; returns `R` alone, or what went wrong."""

    def work():
        global result
        result = executed(source, decode(input))
        return ''

    random.seed()
    try:
        return ending_of(work)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def write():
    """The kept result as JSON text; a call of its own, as one that is too deep ends the interpreter."""
    return ending_of(lambda: written(result))


def parsed(source):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        compiled(source)
    return 'null'


def check(source):
    return ending_of(lambda: parsed(source))


def close_bridges():
    """Takes away the modules that lead to JavaScript; what they reach is this interpreter's own isolate, no more."""
    for name in ('js', 'pyodide_js', 'pyodide', 'pyodide.code', 'pyodide.ffi'):
        sys.modules[name] = None
    # Pyodide counts the browser's loop as running, which would forbid every other.
    asyncio.events._set_running_loop(None)


def prepare():
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    asyncio.events._set_event_loop_policy(LoopPolicy())
    module = types.ModuleType('_job')
    module.run = run
    module.write = write
    module.check = check
    module.close_bridges = close_bridges
    sys.modules['_job'] = module


prepare()
