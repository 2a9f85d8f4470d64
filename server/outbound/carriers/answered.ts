import { OutboundError } from '../guarded-fetch.ts'
import { DeliveryError } from './carrier.ts'

/** Longer pauses than this nobody may ask for: what is sent is of today. */
const LONGEST_PAUSE_MS = 3_600_000
/** Right now it can't, or an operator has to mend something first; everything else that is refused stays refused. */
const AGAIN = new Set([401, 402, 403, 408, 425, 429])

/**
 * Calls a provider, and says of its answer whether it took the message. One that breaks off after it said yes has taken
 * it: whoever tried again would send it twice (decision 0158).
 */
export async function answered(
  call: Promise<Response>,
  reasonOf: (answer: Response) => Promise<string> = async () => '',
): Promise<Response | undefined> {
  let answer: Response
  try {
    answer = await call
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    if (isYes(cause.status ?? 0)) return undefined
    throw new DeliveryError(cause.message, false, { cause })
  }
  if (isYes(answer.status)) return answer
  const reason = await reasonOf(answer).catch(() => '')
  const again = answer.status >= 500 || AGAIN.has(answer.status)
  const pauseMs = pauseOf(answer)
  throw new DeliveryError(`${answer.status}${reason === '' ? '' : ` ${reason}`}`, !again, {
    ...(pauseMs !== undefined && { pauseMs }),
  })
}

const isYes = (status: number): boolean => status >= 200 && status < 300

/** RFC 9110: seconds, or a date. */
function pauseOf({ headers }: Response): number | undefined {
  const said = headers.get('retry-after')?.trim()
  if (!said) return undefined
  const ms = /^\d{1,9}$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : undefined
}
