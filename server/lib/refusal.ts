/** One thing that is wrong. */
export interface Fault {
  errorCode: string
  /** JSON pointer to the field at fault. */
  field?: string
  /** English sentence; replaced by the translation of the code, when there is one. */
  message?: string
  /** How many tries are left. */
  remaining?: number
  /** Ms until it may be tried again. */
  duration?: number
}

/** Why something is not done: the request is wrong, somebody has not proved who he is, or may not, or it is not there … */
export type RefusalKind = 'invalid' | 'unproved' | 'forbidden' | 'missing' | 'conflict' | 'throttled'

/** What the domain will not do, and why; how a caller is told is the business of who asked. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly faults: readonly Fault[]
  /** Seconds after which a repetition makes sense. */
  readonly retryAfter: number | undefined

  constructor(kind: RefusalKind, faults: readonly Fault[], retryAfter?: number) {
    super(faults.map(({ errorCode }) => errorCode).join(', '))
    this.name = 'Refusal'
    this.kind = kind
    this.faults = faults
    this.retryAfter = retryAfter
  }
}

export const notFound = (): Refusal => new Refusal('missing', [{ errorCode: 'NOT_FOUND' }])
export const sessionEnded = (): Refusal => new Refusal('forbidden', [{ errorCode: 'SESSION_ENDED' }])
export const notAllowed = (): Refusal => new Refusal('forbidden', [{ errorCode: 'NOT_ALLOWED' }])
export const notYourDevice = (): Refusal => new Refusal('forbidden', [{ errorCode: 'UDM_NOT_YOUR_DEVICE' }])
/** Somebody looks at a home as another person sees it, and changes nothing (decision 0216). */
export const viewOnly = (): Refusal => new Refusal('forbidden', [{ errorCode: 'VIEW_ONLY' }])
/** The owner has shared a part of this home only (decision 0190). */
export const outsideLimits = (): Refusal => new Refusal('forbidden', [{ errorCode: 'OUTSIDE_LIMITS' }])
export const invalid = (field: string, message?: string, errorCode = 'VALIDATION'): Refusal =>
  new Refusal('invalid', [{ errorCode, field, message }])
export const conflict = (errorCode: string): Refusal => new Refusal('conflict', [{ errorCode }])
