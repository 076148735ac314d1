/** What the sandbox uses of WebAssembly; its full types come with the browser's, which server code must not see. */
declare namespace WebAssembly {
  type Bytes = ArrayBuffer | ArrayBufferView;

  class Module {
    constructor(bytes: Bytes);
  }

  class Instance {
    constructor(module: Module, imports: object);
  }

  class Memory {
    grow(pages: number): number;
  }
}
