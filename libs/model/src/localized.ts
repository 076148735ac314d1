/** A text shown to people, in every language of the product. */
export interface LocalizedText {
  readonly en: string;
  readonly zh: string;
}
