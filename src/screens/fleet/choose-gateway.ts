import type { Gateway } from '#schemas/generated/entities/gateway.ts'

/** Why a gateway was not chosen; `cancelled` is the person's own doing and says nothing. */
export type Refusal =
  | 'selectionReplacing'
  | 'selectionPrivileged'
  | 'selectionPinLocked'
  | 'selectionFailed'
  | 'cancelled'

export interface ChooseEffects {
  /** After this many ms privilege mode and PIN lock are checked; the connection is tried again as often. */
  checkAfter: number
  /** After this many ms without a connection the selection has failed. */
  failAfter: number
  /** Each rejects when it is not answered; all end with the signal. */
  privileged(serialNumber: string, signal: AbortSignal): Promise<boolean>
  pinLocked(serialNumber: string, signal: AbortSignal): Promise<boolean>
  online(serialNumber: string, signal: AbortSignal): Promise<boolean>
  /** Detailed devices; part of being connected. */
  devices(serialNumber: string, signal: AbortSignal): Promise<unknown>
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Whether somebody else is on it or a PIN lock holds; undefined while that is not known. */
async function condition(
  sn: string,
  effects: ChooseEffects,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const [privileged, locked] = await Promise.all([
    effects.privileged(sn, signal),
    effects.pinLocked(sn, signal),
  ])
  if (privileged) return 'selectionPrivileged'
  return locked ? 'selectionPinLocked' : undefined
}

async function connect(
  sn: string,
  effects: ChooseEffects,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  while (!signal.aborted) {
    await pause(effects.checkAfter, signal)
    if (signal.aborted) break
    try {
      const refused = await condition(sn, effects, signal)
      if (refused) return refused
      if (await effects.online(sn, signal)) {
        await effects.devices(sn, signal)
        return undefined
      }
    } catch {
      // Not answered is not connected; the next attempt follows until the time is over.
    }
  }
  return 'cancelled'
}

/**
 * spec 1 §4, gateway selection: what is being replaced is not begun with; after 1.5 s privilege mode and PIN lock are
 * checked; without a connection after 15 s the selection has failed. Undefined: it is chosen, its devices are there.
 */
export async function chooseGateway(
  gateway: Pick<Gateway, 'serialNumber' | 'replacementInProgress'>,
  effects: ChooseEffects,
  cancel: AbortSignal,
): Promise<Refusal | undefined> {
  if (gateway.replacementInProgress) return 'selectionReplacing'
  const over = new AbortController()
  const signal = AbortSignal.any([cancel, over.signal])
  let failed = false
  const timer = setTimeout(() => {
    failed = true
    over.abort()
  }, effects.failAfter)
  try {
    const stopped = new Promise<Refusal>((resolve) =>
      signal.addEventListener('abort', () => resolve(failed ? 'selectionFailed' : 'cancelled')),
    )
    return await Promise.race([connect(gateway.serialNumber, effects, signal), stopped])
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
