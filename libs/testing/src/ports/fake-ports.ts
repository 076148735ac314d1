import type { EnginePorts } from '@heddle/engine';
import { fakeChat, type FakeChat } from './fake-chat';
import { fakeHttp, type FakeHttp } from './fake-http';
import { fakeMail, type FakeMail } from './fake-mail';
import { fakeSandbox, type FakeSandbox } from './fake-sandbox';
import { fakeMcp, fakeTools, type FakeMcp, type FakeTools } from './fake-tools';
import { fakeEmbedding, fakeRerank, type FakeEmbedding, type FakeRerank } from './fake-vectors';
import { memoryFiles, memoryHistory, memorySecrets, type MemoryFiles } from './memory-stores';

/** A full set of ports that touch nothing. */
export interface FakePorts extends EnginePorts {
  readonly chat: FakeChat;
  readonly embedding: FakeEmbedding;
  readonly rerank: FakeRerank;
  readonly http: FakeHttp;
  readonly mail: FakeMail;
  readonly sandbox: FakeSandbox;
  readonly files: MemoryFiles;
  readonly tools: FakeTools;
  readonly mcp: FakeMcp;
}

/** Makes a full set of fake ports, some of them scripted by the test. */
export const fakePorts = <Given extends Partial<EnginePorts>>(
  given?: Given,
): Omit<FakePorts, keyof Given> & Given =>
  ({
    chat: fakeChat('ok'),
    embedding: fakeEmbedding(),
    rerank: fakeRerank(),
    http: fakeHttp({ json: {} }),
    mail: fakeMail(),
    sandbox: fakeSandbox({ value: null }),
    files: memoryFiles(),
    secrets: memorySecrets(),
    history: memoryHistory(),
    tools: fakeTools(),
    mcp: fakeMcp(),
    ...given,
  }) as Omit<FakePorts, keyof Given> & Given;

/** Makes ports whose answers come only by abort: what a run must survive when it is stopped. */
export const hangingPorts = (): FakePorts =>
  fakePorts({
    chat: fakeChat({ isHanging: true }),
    http: fakeHttp({ isHanging: true }),
    mail: fakeMail({ isHanging: true }),
    sandbox: fakeSandbox({ isHanging: true }),
  });
