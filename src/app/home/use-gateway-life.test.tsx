import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { gatewayOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { enter } from '../fake-house.ts'
import { emit } from './live.ts'
import { useGatewayLife } from './use-gateway-life.ts'

const refreshed = vi.hoisted(() => vi.fn())
vi.mock('#live/channel/connect.ts', () => ({ connectHome: vi.fn(() => ({ close: refreshed })) }))

const go = vi.fn()
function Life() {
  useGatewayLife(go)
  return null
}

beforeEach(() => {
  go.mockClear()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
  enter('users')
  render(<Life />)
  refreshed.mockClear()
})
afterEach(() => {
  act(() => session.end())
  vi.unstubAllGlobals()
})

const modeChanged = (gateway: Gateway): void => act(() => emit('gateway_mode_changed', { gateway }))

describe('spec 1 §4 live gateway events', () => {
  // 1.4-034 1.4-035
  test('mode changed: the current gateway is replaced, and the screen is gtw_settings', () => {
    modeChanged(gatewayOf('A', { operationMode: 2 }))
    expect(session.state().gateway?.operationMode).toBe(2)
    expect(go.mock.calls).toEqual([['/gtw_settings']])
  })

  test('the mode of another gateway leads nowhere', () => {
    modeChanged(gatewayOf('B', { operationMode: 2 }))
    expect(session.state().gateway?.operationMode).toBe(0)
    expect(go).not.toHaveBeenCalled()
  })

  // 1.4-047 3.4-012
  test.each([
    ['installed', 1],
    ['installing', 0],
    ['canceled', 0],
  ])('firmware %s asks for the devices again: %d times', (status, times) => {
    act(() => emit('firmware_progress', { serialNumber: 'A', status }))
    expect(refreshed).toHaveBeenCalledTimes(times)
  })
})
