/** What a caller of the local setup page is told: a status and a code, in the shape of the server's failures. */
export class SetupFailure extends Error {
  readonly status: number
  readonly code: SetupCode
  /** JSON pointer to the field at fault. */
  readonly field: string | undefined

  constructor(status: number, code: SetupCode, field?: string) {
    super(sentences[code])
    this.name = 'SetupFailure'
    this.status = status
    this.code = code
    this.field = field
  }
}

/** The English sentence of each code; the page has its own in both languages. */
export const sentences = {
  BUSY: 'The gateway is busy. Try again in a moment.',
  CONFLICT: 'The gateway is joining a network already.',
  CROSS_SITE: 'This call must come from the page of this gateway.',
  INTERNAL: 'Something went wrong on the gateway.',
  LOGIN_FAILED: 'The password is wrong.',
  NOT_FOUND: 'There is no such thing.',
  PASSWORD_CONFIRM_NO_MATCH: 'The two passwords are not the same.',
  SESSION_ENDED: 'You are no longer signed in.',
  SYSTEM_REFUSED: 'The system of the gateway has refused this.',
  TOO_LARGE: 'This is too large.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON.',
  VALIDATION: 'This value is not allowed.',
  WRONG_PASSWORD: 'The present password is wrong.',
} as const

export type SetupCode = keyof typeof sentences
