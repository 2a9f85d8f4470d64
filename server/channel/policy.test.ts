import { describe, expect, test } from 'vitest'
import type { ChannelRights } from './live-rights.ts'
import { Policy } from './policy.ts'

const all: ChannelRights = {
  sight: () => 'all',
  isAdmin: () => true,
  sessionAlive: () => true,
  maySend: () => true,
  gatewayKnown: () => true,
}
const gateway = { kind: 'gateway', serialNumber: 'GW1' } as const
const OWN = ['events', 'presence'] as const

describe('M-02 a gateway', () => {
  test.each(OWN)('M-02 says %s of its own only while its secret is worth something', (kind) => {
    const topic = { kind, serialNumber: 'GW1' }
    expect(new Policy(all).mayPublish(gateway, topic)).toBe(true)
    expect(new Policy({ ...all, gatewayKnown: () => false }).mayPublish(gateway, topic)).toBe(false)
  })

  test.each(OWN)('M-02 says no %s of another', (kind) => {
    expect(new Policy(all).mayPublish(gateway, { kind, serialNumber: 'GW2' })).toBe(false)
  })

  test('M-02 answers in its own name only, and hears no more once it is forgotten', () => {
    const answers = (serialNumber: string) =>
      ({ kind: 'responses', serialNumber, userId: 'u', sessionKey: 's' }) as const
    expect(new Policy(all).mayPublish(gateway, answers('GW1'))).toBe(true)
    expect(new Policy(all).mayPublish(gateway, answers('GW2'))).toBe(false)
    const asked = { kind: 'requests', serialNumber: 'GW1', userId: 'u' } as const
    expect(new Policy(all).mayReceive(gateway, asked)).toBe(true)
    expect(new Policy({ ...all, gatewayKnown: () => false }).mayReceive(gateway, asked)).toBe(false)
    expect(new Policy(all).mayPublish(gateway, asked)).toBe(false)
  })
})
