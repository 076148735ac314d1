import { randomInt } from 'node:crypto';

/** Without letters and digits that are taken for one another when they are read out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A password that nobody chose: about 115 random bits, in groups that can be copied by hand. */
export const newFirstPassword = (): string => Array.from({ length: GROUPS }, group).join('-');
