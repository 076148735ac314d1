/** The server that mail is handed to, and how it is reached. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the start, after STARTTLS, or not at all. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly verifyTls: boolean;
  /** Without a user there is no login. */
  readonly user?: string;
  readonly password?: string;
}

/** A file that goes along with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A mail; addresses as people write them, `Ada <ada@example.com>` among them. */
export interface MailMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments: readonly MailAttachment[];
  /** Tells copies of one mail apart from other mails, without the angle brackets. */
  readonly messageId: string;
}

/** A mail to send. */
export interface MailRequest {
  readonly server: MailServer;
  readonly message: MailMessage;
  readonly timeoutMs: number;
}

/** What the server said to a mail. */
export interface MailReceipt {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly response: string;
}

/** Hands mail to mail servers for nodes, never at addresses that are private. */
export interface MailPort {
  /** @throws SSRF_BLOCKED, MAIL_AUTH_FAILED, MAIL_REFUSED, MAIL_FAILED, MAIL_TIMEOUT */
  send(request: MailRequest, signal: AbortSignal): Promise<MailReceipt>;
}
