import { describe, expect, test } from 'vitest'
import { type GatewayCondition, conditionOf as shownAs } from '#gateway/lib/gateways/gateway-condition.ts'
import { RESTRICTED } from '#gateway/lib/gateways/operation-mode.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { conditionOf, refusalOf, restOf } from './conditions.ts'

const free = {
  serialNumber: 'G',
  connectionStatus: 'online',
  subscriptionLockMode: 0,
  lockStatus: 0,
  operationMode: 0,
} as Gateway

/** Each condition, the worst first, by what makes a gateway be in it. */
const SIGNS: Readonly<Record<GatewayCondition, Partial<Gateway>>> = {
  replacing: { replacementInProgress: true },
  upgrading: {
    installationSoftwareId: 's',
    installations: [{ softwareId: 's', history: [{ status: 'accepted' }, { status: 'installing' }] }],
  },
  restoring: { backupRestoreInProgress: true },
  subscriptionLocked: { subscriptionLockMode: 1 },
  pinLocked: { lockStatus: 2_147_483_648 },
  privileged: { privileged: true, privilegedBy: 'bruno' },
  offline: { connectionStatus: 'offline' },
}
const names = Object.keys(SIGNS) as GatewayCondition[]

describe('Z-08 whatever leads a person away from a gateway also keeps orders from it, and nothing else does', () => {
  test('a gateway in no condition takes orders', () => {
    expect(conditionOf(free, 'anna')).toBeUndefined()
    expect(refusalOf(free, 'anna')).toBeUndefined()
  })

  test.each(names)('%s', (name) => {
    const gateway = { ...free, ...SIGNS[name] }
    expect(shownAs(gateway, 'anna')).toBe(name)
    const { errorCode, ...refusal } = conditionOf(gateway, 'anna') ?? {}
    expect(errorCode).toMatch(/^[A-Z_]+$/)
    expect(refusalOf(gateway, 'anna')).toEqual(refusal)
  })

  test('the worse of two is told', () => {
    for (const [at, worse] of names.entries())
      for (const other of names.slice(at + 1)) {
        const alone = conditionOf({ ...free, ...SIGNS[worse] }, 'anna')
        expect(
          conditionOf({ ...free, ...SIGNS[other], ...SIGNS[worse] }, 'anna'),
          `${worse} ${other}`,
        ).toEqual(alone)
      }
  })

  test('an upgrade that the gateway itself says is over keeps nobody waiting', () => {
    expect(
      conditionOf({ ...free, ...SIGNS.upgrading, firmwareUpgradeInProgress: false }, 'anna'),
    ).toBeUndefined()
  })

  test('whoever works alone on it may order', () => {
    expect(conditionOf({ ...free, ...SIGNS.privileged }, 'bruno')).toBeUndefined()
  })

  test('in restricted mode it may be looked at, and takes no orders', () => {
    const gateway = { ...free, operationMode: RESTRICTED }
    expect(conditionOf(gateway, 'anna')).toMatchObject({ errorCode: 'RESTRICTED_MODE' })
    expect(shownAs(gateway, 'anna')).toBeUndefined()
  })
})

test('its own rules rest only while it is being made anew', () => {
  const resting = names.filter((name) => restOf({ ...free, ...SIGNS[name] }) !== undefined)
  expect(resting).toEqual(['replacing', 'upgrading', 'restoring'])
})
