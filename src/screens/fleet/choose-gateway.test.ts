import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { numberLimit } from '#engine/engine.ts'
import { type ChooseEffects, chooseGateway, type Refusal } from './choose-gateway.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const yes = async (): Promise<boolean> => true
const no = async (): Promise<boolean> => false
const never = (): Promise<never> => new Promise(() => {})

function choice(part: Partial<ChooseEffects> = {}, gateway: object = {}) {
  const effects: ChooseEffects = {
    checkAfter: numberLimit(definitions, 'gatewayConnectCheck'),
    failAfter: numberLimit(definitions, 'gatewayConnectFailure'),
    privileged: vi.fn(no),
    pinLocked: vi.fn(no),
    online: vi.fn(yes),
    devices: vi.fn(async () => ({})),
    ...part,
  }
  const cancel = new AbortController()
  let outcome: Refusal | 'chosen' | undefined
  void chooseGateway({ serialNumber: 'DOC4', ...gateway }, effects, cancel.signal).then((refused) => {
    outcome = refused ?? 'chosen'
  })
  return {
    effects,
    cancel: () => cancel.abort(),
    outcome: () => outcome,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

describe('spec 1 §4 gateway selection', () => {
  // 1.4-011
  test('is blocked if a replacement is in progress: nothing is asked', async () => {
    const at = choice({}, { replacementInProgress: true })
    await at.after(0)
    expect(at.outcome()).toBe('selectionReplacing')
    await at.after(60_000)
    expect(at.effects.privileged).not.toHaveBeenCalled()
  })

  // 1.4-013 1.9-015 3.9-048
  test('privilege mode and PIN lock are checked 1.5 seconds after it began, not before', async () => {
    const at = choice()
    await at.after(1499)
    expect(at.effects.privileged).not.toHaveBeenCalled()
    expect(at.effects.pinLocked).not.toHaveBeenCalled()
    await at.after(1)
    expect(at.effects.privileged).toHaveBeenCalledExactlyOnceWith('DOC4', expect.any(AbortSignal))
    expect(at.effects.pinLocked).toHaveBeenCalledOnce()
  })

  // 1.4-014
  test('a privileged gateway is refused', async () => {
    const at = choice({ privileged: yes })
    await at.after(1500)
    expect(at.outcome()).toBe('selectionPrivileged')
    expect(at.effects.devices).not.toHaveBeenCalled()
  })

  // 1.4-015
  test('a PIN locked gateway is refused', async () => {
    const at = choice({ pinLocked: yes })
    await at.after(1500)
    expect(at.outcome()).toBe('selectionPinLocked')
    expect(at.effects.devices).not.toHaveBeenCalled()
  })

  // 1.4-016
  test('otherwise detailed devices are loaded and it is chosen', async () => {
    const at = choice()
    await at.after(1500)
    expect(at.effects.devices).toHaveBeenCalledOnce()
    expect(at.outcome()).toBe('chosen')
  })

  // 1.4-019 1.9-016 3.9-049
  test('without a connection after 15 seconds the selection has failed, not before', async () => {
    const at = choice({ online: no })
    await at.after(14_999)
    expect(at.outcome()).toBeUndefined()
    await at.after(1)
    expect(at.outcome()).toBe('selectionFailed')
  })

  test('calls that nobody answers fail it after 15 seconds too', async () => {
    const at = choice({ privileged: never })
    await at.after(15_000)
    expect(at.outcome()).toBe('selectionFailed')
  })

  test('devices that never come are no connection', async () => {
    const at = choice({ devices: never })
    await at.after(15_000)
    expect(at.outcome()).toBe('selectionFailed')
  })

  test('one unanswered call does not end it: a gateway that comes online in time is chosen', async () => {
    let times = 0
    const at = choice({
      online: async () => {
        times++
        if (times === 1) throw new Error('no answer')
        return times > 2
      },
    })
    await at.after(4500)
    expect(at.outcome()).toBe('chosen')
  })

  test('a lock that comes while it waits is seen', async () => {
    let locked = false
    const at = choice({ online: no, pinLocked: async () => locked })
    await at.after(3000)
    locked = true
    await at.after(1500)
    expect(at.outcome()).toBe('selectionPinLocked')
  })

  test('cancelled, it ends at once and asks nothing more', async () => {
    const at = choice({ online: no })
    await at.after(2000)
    const asked = vi.mocked(at.effects.privileged).mock.calls.length
    at.cancel()
    await at.after(20_000)
    expect(at.outcome()).toBe('cancelled')
    expect(at.effects.privileged).toHaveBeenCalledTimes(asked)
  })
})
