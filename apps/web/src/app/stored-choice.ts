/** Remembers one choice of this browser; a browser that forbids storage forgets it with the page. */
export interface StoredChoice<Value extends string> {
  read(): Value | undefined;
  write(value: Value): void;
}

/** Makes a {@link StoredChoice} under a key; anything that is no known value counts as not chosen. */
export function storedChoice<Value extends string>(
  key: string,
  values: readonly Value[],
): StoredChoice<Value> {
  return {
    read() {
      try {
        const text = localStorage.getItem(key);
        return values.find((value) => value === text);
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        return;
      }
    },
  };
}
