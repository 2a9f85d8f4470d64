import {
  ConflictError,
  DamagedStoreError,
  MissingReferenceError,
  StoreError,
  StoreFullError,
} from '../errors.ts'

// https://sqlite.org/rescode.html
const BUSY = 5
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CONSTRAINT = 19
const NOTADB = 26
const CONSTRAINT_FOREIGNKEY = 787
const CONSTRAINT_PRIMARYKEY = 1555
const CONSTRAINT_UNIQUE = 2067

function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code : undefined
}

const primary = (error: unknown): number => (codeOf(error) ?? 0) & 0xff

export const isBusy = (error: unknown): boolean => primary(error) === BUSY

const isFull = (error: unknown): boolean => primary(error) === FULL || errno(error) === 'ENOSPC'

/** On a full disk SQLite can't even make its shared memory, and then calls it an input/output error. */
export const mayBeFull = (error: unknown): boolean => isFull(error) || primary(error) === IOERR

export const isDamage = (error: unknown): boolean => [CORRUPT, NOTADB].includes(primary(error))

const errno = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** SQLite's complaint in the store's words; everything else passes unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const cause = { cause: error }
  const code = codeOf(error)
  if (isFull(error)) return new StoreFullError(cause)
  if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARYKEY)
    return new ConflictError(error.message, cause)
  if (code === CONSTRAINT_FOREIGNKEY) return new MissingReferenceError(error.message, cause)
  if (isDamage(error)) return new DamagedStoreError(`The database is damaged: ${error.message}`, cause)
  if (primary(error) === CONSTRAINT) return new StoreError('CONSTRAINT', error.message, cause)
  if (primary(error) === READONLY || primary(error) === IOERR)
    return new StoreError('DISK', error.message, cause)
  return error
}
