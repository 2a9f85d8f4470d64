import { describe, expect, test } from 'vitest'
import { ConflictError } from '#server/store/errors.ts'
import { LOCKED } from '#server/store/gateways/gateway-pins.ts'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest } from './engines.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()
const SN = 'GW-1'

async function withGateway(fresh: () => Promise<Store>): Promise<Store> {
  const store = await fresh()
  for (const id of ['mia', 'leo']) await store.accounts.create(account(id), { passwordHash: null, at: 1 })
  await store.gateways.create(gateway(SN, { lockStatus: 0 }))
  return store
}

const wins = (outcomes: readonly boolean[]): number => outcomes.filter(Boolean).length

describe.each(engines)('on $name', ({ fresh }) => {
  describe('V-06 numbers of unsigned 32 bits', () => {
    // 1.3-050 1.4-041 1.4-042 1.9-035 3.4-086
    test.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 3, 2 ** 32 - 2, 2 ** 32 - 1])(
      'V-06 lock status and operation mode %d are kept as they are',
      async (value) => {
        const { gateways } = await withGateway(fresh)
        await gateways.setState(SN, { lockStatus: value, operationMode: value })
        expect(await gateways.find(SN)).toMatchObject({ lockStatus: value, operationMode: value })
      },
    )

    test.each([-1, -(2 ** 31), 2 ** 32])('V-06 %d is refused', async (value) => {
      const { gateways } = await withGateway(fresh)
      await expect(gateways.setState(SN, { lockStatus: value })).rejects.toThrow()
      await expect(gateways.setState(SN, { operationMode: value })).rejects.toThrow()
      expect(await gateways.find(SN)).toMatchObject({ lockStatus: 0, operationMode: 0 })
    })
  })

  describe('A-12 PIN and lock', () => {
    test('A-12 tries are counted before they are looked at: of 30 at once only the allowed ones count', async () => {
      const { gatewayPins } = await withGateway(fresh)
      await gatewayPins.setHash(SN, 'hash')
      const tries = await Promise.all(Array.from({ length: 30 }, () => gatewayPins.countTry(SN, 'mia', 3)))
      expect(tries.filter((one) => one !== undefined).toSorted()).toEqual([1, 2, 3])
      await gatewayPins.forgetTries(SN, 'mia')
      expect(await gatewayPins.countTry(SN, 'mia', 3)).toBe(1)
      // Those of somebody else are his own.
      expect(await gatewayPins.countTry(SN, 'leo', 3)).toBe(1)
    })

    test('A-12 what wrong PINs locked stays so until it is opened, and then everybody begins anew', async () => {
      const { gatewayPins, gateways } = await withGateway(fresh)
      await gatewayPins.lock({ serialNumber: SN, remaining: 5000, byFailure: true })
      // A lock of a person does not take the place of one that wrong PINs led to.
      expect(await gatewayPins.lock({ serialNumber: SN, remaining: 1, byFailure: false })).toBe(false)
      expect(await gatewayPins.find(SN)).toEqual({ serialNumber: SN, remaining: 5000, byFailure: true })
      expect(await gateways.find(SN)).toMatchObject({ lockStatus: LOCKED })
      expect(await gatewayPins.unlock(SN)).toBe(true)
      expect(await gatewayPins.unlock(SN)).toBe(false)
      expect(await gatewayPins.countTry(SN, 'mia', 3)).toBe(1)
    })

    test('A-12 what is left of a lock is kept, and never brings back one that is over', async () => {
      const { gatewayPins } = await withGateway(fresh)
      await gatewayPins.lock({ serialNumber: SN, remaining: 5000, byFailure: false })
      await gatewayPins.keep(SN, 1200)
      expect(await gatewayPins.running()).toEqual([{ serialNumber: SN, remaining: 1200, byFailure: false }])
      await gatewayPins.unlock(SN)
      await gatewayPins.keep(SN, 900)
      expect(await gatewayPins.running()).toEqual([])
      // Without a known end it is a lock nonetheless, and none that runs out.
      await gatewayPins.lock({ serialNumber: SN, remaining: undefined, byFailure: false })
      await gatewayPins.keep(SN, 900)
      expect(await gatewayPins.running()).toEqual([])
      expect(await gatewayPins.find(SN)).toMatchObject({ remaining: undefined })
    })

    test('A-12 the PIN leaves with its owner, and no record of a gateway shows its hash', async () => {
      const { gatewayPins, gatewayLife, gateways } = await withGateway(fresh)
      await gateways.assign(SN, 'mia')
      await gatewayPins.setHash(SN, 'pin-hash')
      await gatewayLife.setSecureIdHash(SN, 'secure-hash')
      expect(JSON.stringify(await gateways.find(SN))).not.toMatch(/pin-hash|secure-hash/)
      await gateways.unassign(SN)
      expect(await gatewayPins.hash(SN)).toBeUndefined()
      expect(await gatewayLife.secureIdHash(SN)).toBe('secure-hash')
    })
  })

  test('Z-09 of 50 who want a gateway exactly one gets it, with the name that he gave it', async () => {
    const { gateways, accounts, atomically } = await withGateway(fresh)
    const names = Array.from({ length: 50 }, (_none, n) => `u${n}`)
    for (const id of names) await accounts.create(account(id), { passwordHash: null, at: 1 })
    const outcomes = await Promise.all(
      names.map((id) => atomically(({ gateways: inside }) => inside.assign(SN, id, `Haus ${id}`))),
    )
    expect(wins(outcomes)).toBe(1)
    const winner = names[outcomes.indexOf(true)]
    expect(await gateways.find(SN)).toMatchObject({ userId: winner, name: `Haus ${winner}` })
  })

  test('Z-09 privileged mode has one holder, who may ask twice', async () => {
    const { gatewayLife, gateways } = await withGateway(fresh)
    const both = await Promise.all(['mia', 'leo'].map((id) => gatewayLife.takePrivilege(SN, id)))
    expect(wins(both)).toBe(1)
    const [holder = '', other = ''] = both[0] ? ['mia', 'leo'] : ['leo', 'mia']
    expect(await gateways.find(SN)).toMatchObject({ privileged: true, privilegedBy: holder })
    expect(await gatewayLife.takePrivilege(SN, holder)).toBe(true)
    expect(await gatewayLife.endPrivilege(SN, other)).toBe(false)
    expect(await gatewayLife.endPrivilege(SN, holder)).toBe(true)
    expect(await gatewayLife.endPrivilege(SN)).toBe(false)
    expect((await gateways.find(SN))?.privilegedBy).toBeUndefined()
  })

  test('address, replacement and origin of a home are kept, and an address can be taken back', async () => {
    const { gatewayLife } = await withGateway(fresh)
    const address = {
      address: { line1: 'Lindenweg 14', line2: '' },
      city: 'Zürich',
      zip: '8001',
      country: 'Switzerland',
      alpha2Code: 'CH',
    }
    expect(await gatewayLife.address(SN)).toBeUndefined()
    expect(await gatewayLife.setAddress(SN, address)).toBe(true)
    expect(await gatewayLife.address(SN)).toEqual(address)
    await gatewayLife.setAddress(SN, null)
    expect(await gatewayLife.address(SN)).toBeUndefined()
    await gatewayLife.setReplacement(SN, 'GW-2')
    await gatewayLife.setHomeOf(SN, '')
    expect(await gatewayLife.replacement(SN)).toBe('GW-2')
    expect(await gatewayLife.homeOf(SN)).toBe('')
    expect(await gatewayLife.setHomeOf('nothing', '')).toBe(false)
  })

  test('Z-09 one thing at a time happens to a gateway, and an end is taken once', async () => {
    const { gatewayJobs } = await withGateway(fresh)
    const job = (id: string) => ({ id, serialNumber: SN, kind: 'reboot', facts: { step: 1 }, beganAt: 1 })
    const begun = await Promise.allSettled(
      Array.from({ length: 20 }, (_n, at) => gatewayJobs.begin(job(`j${at}`))),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = begun.find(({ status }) => status === 'rejected')
    expect(refused?.status === 'rejected' && refused.reason).toBeInstanceOf(ConflictError)
    const running = await gatewayJobs.find(SN)
    const id = running?.id ?? ''
    expect(await gatewayJobs.goOn(id, { step: 2 })).toBe(true)
    // Whoever ends it as he saw it last comes too late.
    expect(await gatewayJobs.end(id, { step: 1 })).toBe(false)
    expect(await gatewayJobs.all()).toEqual([{ ...running, facts: { step: 2 } }])
    expect(await gatewayJobs.end(id, { step: 2 })).toBe(true)
    expect(await gatewayJobs.end(id)).toBe(false)
    expect(await gatewayJobs.goOn(id, { step: 3 })).toBe(false)
  })

  // The server may be killed right after: whatever shows that a home is being restored ends with it, or not at all.
  test('S-02 a restoration is called off as one: what was kept for it, its sign and itself', async () => {
    const { gatewayJobs, gateways, backups } = await withGateway(fresh)
    const keep = (id: string) =>
      backups.keep({
        ...{ id, serialNumber: SN, type: 'safety', status: 'success', snapshotName: id, createdAt: 1 },
        ...{ size: 1, devices: 0, rooms: 0, scenes: 0, file: new Uint8Array([1]) },
      })
    for (const id of ['mine', 'base', 'target']) await keep(id)
    await gatewayJobs.begin({ id: 'j', serialNumber: SN, kind: 'restore', facts: { step: 1 }, beganAt: 1 })
    await gateways.setState(SN, { backupRestoreInProgress: true })
    const job = await gatewayJobs.find(SN)
    if (!job) throw new Error('nothing goes on')
    const isMarked = async () => (await gateways.find(SN))?.backupRestoreInProgress
    const kept = async () => (await backups.of(SN)).map(({ _id }) => _id).toSorted()
    // It writes by now: all of it stays.
    await gatewayJobs.goOn('j', { step: 2 })
    expect(await gatewayJobs.callOff(job, ['base', 'target'])).toBe(false)
    expect([await isMarked(), await kept()]).toEqual([true, ['base', 'mine', 'target']])
    expect(await gatewayJobs.callOff({ ...job, facts: { step: 2 } }, ['base', 'target'])).toBe(true)
    expect([await isMarked(), await kept(), await gatewayJobs.find(SN)]).toEqual([false, ['mine'], undefined])
    expect(await gatewayJobs.callOff({ ...job, facts: { step: 2 } }, ['mine'])).toBe(false)
  })

  test('a serial number is handed out once a user, and used once', async () => {
    const { serialNumbers } = await withGateway(fresh)
    const number = { serialNumber: 'VOC2-0001', secureId: 'S1' }
    await serialNumbers.handOut('mia', number, 1)
    await expect(
      serialNumbers.handOut('mia', { ...number, serialNumber: 'VOC2-2' }, 1),
    ).rejects.toBeInstanceOf(ConflictError)
    await expect(serialNumbers.handOut('leo', number, 1)).rejects.toBeInstanceOf(ConflictError)
    expect(await serialNumbers.of('mia')).toEqual(number)
    const taken = await Promise.all([serialNumbers.take('mia'), serialNumbers.take('mia')])
    expect(taken.filter(Boolean)).toEqual([number])
    expect(await serialNumbers.of('mia')).toBeUndefined()
  })

  test('subscriptions that are over are found until they have locked their gateway', async () => {
    const { subscriptions, gateways } = await withGateway(fresh)
    const subscription = { serialNumber: SN, plan: 'Comfort', since: 10, until: 100 }
    await subscriptions.put(subscription)
    expect(await subscriptions.find(SN)).toEqual(subscription)
    expect(await subscriptions.lapsed(99)).toEqual([])
    expect(await subscriptions.lapsed(100)).toEqual([SN])
    await gateways.setState(SN, { subscriptionLockMode: 1 })
    expect(await subscriptions.lapsed(100)).toEqual([])
    await gateways.setState(SN, { subscriptionLockMode: 0 })
    await subscriptions.put({ serialNumber: SN, plan: 'Comfort', since: 10 })
    expect(await subscriptions.lapsed(1e15)).toEqual([])
    const ended = await Promise.all([subscriptions.deactivate(SN, 50), subscriptions.deactivate(SN, 51)])
    expect(wins(ended)).toBe(1)
    expect(await subscriptions.lapsed(60)).toEqual([SN])
  })

  test('firmware is offered by model', async () => {
    const { firmware } = await withGateway(fresh)
    const campaign = { id: 'c1', model: 'DOC400', version: '4.22.0', description: 'better', at: 7 }
    await firmware.create(campaign)
    await expect(firmware.create(campaign)).rejects.toBeInstanceOf(ConflictError)
    expect(await firmware.find('c1')).toEqual(campaign)
    expect(await firmware.ofModel('DOC400')).toEqual([campaign])
    expect(await firmware.ofModel('HA101')).toEqual([])
    const several = { ch_DE: 'Schneller', ch_EN: 'Faster' }
    for (const [at, description] of [several, '{ not JSON', '{}'].entries()) {
      const other = { ...campaign, id: `other-${at}`, model: 'HA102', description, at: at + 1 }
      await firmware.create(other)
      expect(await firmware.find(other.id)).toEqual(other)
    }
  })
})
