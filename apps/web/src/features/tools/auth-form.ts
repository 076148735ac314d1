import { TOOL_AUTH_TYPES, type ToolAuth, type ToolAuthBody } from '@heddle/contracts';

/** How a service is told who calls, as it is typed. */
export interface AuthDraft {
  readonly type: ToolAuth['type'];
  readonly in: ToolAuth['in'];
  /** Of the header or parameter. */
  readonly name: string;
  readonly username: string;
  /** The key, token or password; empty keeps the stored one. */
  readonly credential: string;
}

/** Ways that a form offers. */
export const AUTH_TYPES = TOOL_AUTH_TYPES;

/** What the form begins with where nothing is known. */
export const NO_AUTH: AuthDraft = {
  type: 'none',
  in: 'header',
  name: 'X-API-Key',
  username: '',
  credential: '',
};

/** What the form begins with for a service that is known. */
export const draftOfAuth = ({
  type,
  in: place,
  name,
  username,
}: Omit<ToolAuth, 'has_credential'>): AuthDraft => ({
  type,
  in: place,
  name,
  username,
  credential: '',
});

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

/** Whether the name of the header or parameter cannot be one. */
export const isKeyNameBad = ({ type, name }: AuthDraft): boolean =>
  type === 'api_key' && !NAME.test(name.trim());

/** Passwords may begin and end with blanks; keys only do when they were copied so. */
const credentialOf = ({ type, credential }: AuthDraft): string =>
  type === 'basic' ? credential : credential.trim();

/** What is sent; without a credential the stored one stays. */
export function authBodyOf(draft: AuthDraft): ToolAuthBody {
  const { type } = draft;
  const credential = type === 'none' ? '' : credentialOf(draft);
  return {
    type,
    in: draft.in,
    name: type === 'api_key' ? draft.name.trim() : NO_AUTH.name,
    username: type === 'basic' ? draft.username.trim() : '',
    ...(credential === '' ? {} : { credential }),
  };
}

/** Whether the form says something else than what is stored. */
export const isAuthChanged = (draft: AuthDraft, stored: ToolAuth): boolean =>
  draft.credential !== '' ||
  (['type', 'in', 'name', 'username'] as const).some((key) => draft[key] !== stored[key]);

/** Whether an address was given that the stored credential does not belong to. */
export const isElsewhere = (url: string, stored: string): boolean => url.trim() !== stored;

/** Whether a text cannot be the address of a service. */
export const isUrlBad = (url: string): boolean =>
  !/^https?:\/\/[^\s/?#]+/i.test(url.trim()) || !URL.canParse(url.trim());
