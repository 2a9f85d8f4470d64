import { ConflictError, MissingReferenceError, StoreError, StoreFullError } from '../errors.ts'

/** PostgreSQL's complaint in the store's words. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function translated(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const cause = { cause: error }
  switch (error.code) {
    case '23505':
      return new ConflictError(error.message, cause)
    case '23503':
      return new MissingReferenceError(error.message, cause)
    case '23502':
    case '23514':
      return new StoreError('CONSTRAINT', error.message, cause)
    case '53100':
      return new StoreFullError(cause)
    default:
      return error
  }
}
