declare module 'turndown' {
  interface TurndownOptions {
    readonly headingStyle?: 'setext' | 'atx';
    readonly codeBlockStyle?: 'indented' | 'fenced';
    readonly bulletListMarker?: '-' | '+' | '*';
  }

  /** Writes HTML as Markdown. */
  class TurndownService {
    constructor(options?: TurndownOptions);
    turndown(html: string | object): string;
  }

  export = TurndownService;
}
