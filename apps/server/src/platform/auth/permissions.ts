// The table stands where the web app can read it too: libs/contracts/src/permissions.ts.
export { roleAllows, type Permission } from '@heddle/contracts';
