/**
 * Codes of answers besides 0 (success). Below zero: the gateway's own condition (spec 2 §7); 700-707: why a device is
 * restricted (spec 2 §4); the others are read like those of HTTP.
 */
export const codes = {
  ok: 0,
  refused: -1,
  invalid: 400,
  readOnly: 403,
  unknown: 404,
  conflict: 409,
  superseded: 410,
  interrupted: 425,
  failed: 500,
  impossible: 501,
  disabled: 503,
} as const

/** An order that can't be carried out; its code and message are the answer. */
export class CommandError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

/** Why commands are refused at present, e.g. -1 "Privileged mode is active" (spec 2 §7). */
export interface Refusal {
  code: number
  message: string
}
