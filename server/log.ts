import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const isLevel = (name: string): boolean => levels.some((one) => one === name)

/** Names whose values never reach the log, wherever they stand. */
const SECRET_NAMES = [
  'secret',
  'password',
  'passwordHash',
  'confirmation',
  'sessionId',
  'sessionid',
  'authorization',
  'token',
  'hash',
  'cookie',
]

/** Log in JSON lines: line breaks in values are escaped, so nobody writes lines of their own (C-05). */
export function createLog(level: string, to?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
    },
    to ?? pino.destination({ dest: 2, sync: true }),
  )
}
