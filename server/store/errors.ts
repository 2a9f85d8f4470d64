/** Everything the store throws on purpose; `code` is stable, the message is for operators. */
export class StoreError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** Whoever asks after the order to close is told so. */
export class StoreClosedError extends StoreError {
  constructor() {
    super('STORE_CLOSED', 'The store is closed.')
  }
}

/** The disk has no room: this write did not happen, reading goes on, the next write may succeed again. */
export class StoreFullError extends StoreError {
  constructor(options?: ErrorOptions) {
    super(
      'STORE_FULL',
      'The disk is full: nothing was saved. Free some space; nothing needs to be restarted.',
      options,
    )
  }
}

/** Something with this identity is already there. */
export class ConflictError extends StoreError {
  constructor(message: string, options?: ErrorOptions) {
    super('CONFLICT', message, options)
  }
}

/** What this row refers to does not exist (any more). */
export class MissingReferenceError extends StoreError {
  constructor(message: string, options?: ErrorOptions) {
    super('MISSING_REFERENCE', message, options)
  }
}

/** PostgreSQL is not there, or lets nobody in with what the address says. */
export class DatabaseUnreachableError extends StoreError {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message || cause.name : 'unknown'
    super(
      'DATABASE_UNREACHABLE',
      `DATABASE_URL: PostgreSQL cannot be reached (${reason}). See whether it runs, and whether address, name and password are right.`,
      { cause },
    )
  }
}

/** Another process owns the data folder. */
export class DirectoryInUseError extends StoreError {
  readonly pid: number | undefined
  constructor(folder: string, pid: number | undefined) {
    super(
      'DIRECTORY_IN_USE',
      `${folder} is in use by process ${pid ?? '(unknown)'}. Stop that process first, or choose another folder.`,
    )
    this.pid = pid
  }
}

/** Another server owns the PostgreSQL database. */
export class DatabaseInUseError extends StoreError {
  constructor(owner = 'another server') {
    super(
      'DATABASE_IN_USE',
      `This PostgreSQL database is in use by ${owner}. Stop that server first, or choose another database.`,
    )
  }
}

/** This process has lost the database that it owned: another server may write to it by now. */
export class DatabaseLostError extends StoreError {
  constructor(reason: string) {
    super('DATABASE_LOST', `PostgreSQL no longer knows this server as the owner of its database: ${reason}.`)
  }
}

/** The database is damaged or gone; it is left untouched. */
export class DamagedStoreError extends StoreError {
  constructor(message: string, options?: ErrorOptions) {
    super('DAMAGED', message, options)
  }
}

/** The database was written by a newer version, or its history differs from ours. */
export class NewerStoreError extends StoreError {
  constructor(message: string) {
    super('NEWER', message)
  }
}
