import {
  ConflictError,
  DamagedStoreError,
  DirectoryInUseError,
  MissingReferenceError,
  NewerStoreError,
  StoreClosedError,
  StoreError,
  StoreFullError,
} from '../errors.ts'
import type { Failure } from './protocol.ts'

/** Errors lose their class on the way between threads; the code brings it back. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DirectoryInUseError)
    return { code: error.code, message: error.message, pid: error.pid }
  if (error instanceof StoreError) return { code: error.code, message: error.message }
  return { code: 'SQL', message: error instanceof Error ? error.message : String(error) }
}

export function errorOf({ code, message, pid }: Failure, folder: string): StoreError {
  switch (code) {
    case 'STORE_FULL':
      return new StoreFullError()
    case 'STORE_CLOSED':
      return new StoreClosedError()
    case 'CONFLICT':
      return new ConflictError(message)
    case 'MISSING_REFERENCE':
      return new MissingReferenceError(message)
    case 'DIRECTORY_IN_USE':
      return new DirectoryInUseError(folder, pid)
    case 'DAMAGED':
      return new DamagedStoreError(message)
    case 'NEWER':
      return new NewerStoreError(message)
    default:
      return new StoreError(code, message)
  }
}
