/** Hands a file to the browser to be saved. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** A name that every system can save a file by. */
export const fileNameOf = (name: string, ending: string): string =>
  `${name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, '_').slice(0, 80) || 'flow'}.${ending}`;
