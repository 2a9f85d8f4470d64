import local from '#locales/ch_EN/local.json' with { type: 'json' }

/** What the page has words for: programs are told the same in English. */
export type SetupCode = keyof typeof local.codes

/** What a caller of the local setup page is told: a status and a code, in the shape of the server's failures. */
export class SetupFailure extends Error {
  readonly status: number
  readonly code: SetupCode
  /** JSON pointer to the field at fault. */
  readonly field: string | undefined

  constructor(status: number, code: SetupCode, field?: string) {
    super(local.codes[code])
    this.name = 'SetupFailure'
    this.status = status
    this.code = code
    this.field = field
  }
}
