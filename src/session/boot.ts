import limits from '#catalogue/limits.json' with { type: 'json' }
import { inTime } from '#lib/in-time.ts'

/** What public/boot.js asked for before this code had loaded. */
interface Boot {
  /** Undefined for a visitor, who needs the settings alone. */
  sessionId?: string
  /** Of the gateway that was current when the page was last here; else the first one is asked for. */
  serialNumber?: string
  settings: Promise<Response>
  profile?: Promise<Response>
  gateways?: Promise<Response>
  snapshot?: Promise<Response | undefined>
  /** At the address of a dashboard: it, and the devices that it shows. */
  dashboard?: Promise<Response> | undefined
  /** Where a form stands that the build has drawn: what keeps the last button that was pressed, and that button. */
  press?(event: MouseEvent): void
  pressed?: HTMLElement
  /** Says that the app cannot start, and offers to try again. */
  unreached?(): void
}

declare global {
  interface Window {
    gatehouseBoot?: Boot
  }
}

/**
 * An early answer is used once and only if it is a good one that comes in time; else the client asks again and reports:
 * nothing else ends what was asked before there was a client.
 */
export async function early<T>(answer: Promise<Response | undefined> | undefined): Promise<T | undefined> {
  const read = async (): Promise<T | undefined> => {
    const response = await answer
    return response?.ok ? ((await response.json()) as T) : undefined
  }
  try {
    return await inTime(read(), limits.limits.requestTimeout.value)
  } catch {
    return undefined
  }
}
