/** Fewest characters of a password, as the server demands. */
export const MIN_PASSWORD = 8;

/** How hard a password is to guess, as far as its looks tell. */
export type PasswordStrength = 'short' | 'fair' | 'good';

/** Judges a password by length and variety; nothing more can be known without a dictionary. */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  if (length < MIN_PASSWORD) return 'short';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return length >= 14 || (length >= 10 && kinds >= 3) ? 'good' : 'fair';
}

/** Whether text looks like an e-mail address; the server has the last word. */
export const isEmailLike = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$|^[^\s@]+@localhost$/.test(text.trim());
