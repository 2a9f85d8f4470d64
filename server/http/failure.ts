/** One thing that is wrong. */
export interface Fault {
  errorCode: string
  /** JSON pointer to the field at fault. */
  field?: string
  /** English sentence; replaced by the translation of the code, when there is one. */
  message?: string
}

/** What a caller is told: a status and at least one code (decisions "HTTP"). */
export class Failure extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  /** Seconds after which a repetition makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, faults: readonly Fault[], retryAfter?: number) {
    super(faults.map(({ errorCode }) => errorCode).join(', '))
    this.name = 'Failure'
    this.status = status
    this.faults = faults
    this.retryAfter = retryAfter
  }
}

/** The English sentence of each code that this server sends; translations stand in locales. */
export const sentences: Readonly<Record<string, string>> = {
  '000017': 'This link is no longer valid. Request a new one.',
  BUSY: 'The server is busy. Try again in a moment.',
  CONFLICT: 'This was changed by somebody else at the same time. Reload and try again.',
  CROSS_SITE: 'This call must come from the page of this server.',
  INTERNAL: 'Something went wrong on the server.',
  LOGIN_FAILED: 'User name or password is wrong.',
  NOT_ALLOWED: 'You may not do this.',
  NOT_FOUND: 'There is no such thing.',
  PASSWORD_COMMON: 'This password is too common. Choose another one.',
  PASSWORD_CONFIRM_NO_MATCH: 'The two passwords are not the same.',
  PASSWORD_RULES: 'The password does not follow the rules.',
  SESSION_ENDED: 'You are no longer signed in.',
  STORE_FULL: 'The disk of the server is full; nothing was saved.',
  TOO_LARGE: 'This is too large.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment.',
  UDM_NOT_YOUR_DEVICE: 'This gateway belongs to somebody else.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON.',
  VALIDATION: 'This value is not allowed.',
}

export const notFound = (): Failure => new Failure(404, [{ errorCode: 'NOT_FOUND' }])
export const sessionEnded = (): Failure => new Failure(403, [{ errorCode: 'SESSION_ENDED' }])
export const notAllowed = (): Failure => new Failure(403, [{ errorCode: 'NOT_ALLOWED' }])
export const notYourDevice = (): Failure => new Failure(403, [{ errorCode: 'UDM_NOT_YOUR_DEVICE' }])
export const invalid = (field: string, message?: string, errorCode = 'VALIDATION'): Failure =>
  new Failure(400, [{ errorCode, field, message }])
