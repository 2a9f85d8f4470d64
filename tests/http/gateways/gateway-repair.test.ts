import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { WAIT } from '../../channel/peer.ts'
import {
  type Caller,
  callerOf,
  device,
  Listener,
  quickSite,
  recordOf,
  settled,
  snapshotFor,
} from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
let home: Caller
let admin: Caller
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

describe('an administrator repairs a gateway from the list', () => {
  beforeEach(() => settled(site))

  // 1.4-020
  test('its home is restored as it last was, its people see so, and it is online again', async () => {
    const listener = await Listener.of(site, 'demo-home')
    const before = await snapshotFor(home)
    expect((await admin('POST', device('/repair'))).status).toBe(202)
    const told = await listener.heard('backup_progress', 2)
    expect(told.map(({ data }) => data)).toEqual([
      { serialNumber: SN, status: 'inProgress' },
      { serialNumber: SN, status: 'restoreCompleted' },
    ])
    expect((await listener.heard('gateway_connection_changed', 2)).map(({ data }) => data)).toMatchObject([
      { connectionStatus: 'offline' },
      { connectionStatus: 'online' },
    ])
    await settled(site)
    expect(await recordOf(site)).toMatchObject({
      connectionStatus: 'online',
      backupRestoreInProgress: false,
      firmwareUpgradeInProgress: false,
    })
    expect((await snapshotFor(home)).total).toBe(before.total)
  })

  test('what an interrupted upgrade or restore has left is over, and a gateway that was offline is back', async () => {
    await site.store.gateways.setConnectionStatus(SN, 'offline', site.now)
    await site.store.gateways.setState(SN, {
      firmwareUpgradeInProgress: true,
      backupRestoreInProgress: true,
    })
    expect((await admin('POST', device('/repair'))).status).toBe(202)
    await settled(site)
    expect(await recordOf(site)).toMatchObject({
      connectionStatus: 'online',
      firmwareUpgradeInProgress: false,
      backupRestoreInProgress: false,
    })
  })

  test('a lock and a privileged mode stay: repairing is no way around them', async () => {
    await site.store.gatewayPins.lock({ serialNumber: SN, remaining: 60_000, byFailure: true })
    await admin('POST', device('/repair'))
    await settled(site)
    expect((await home('GET', `/udm/device/${SN}/checkGtwPinLockedMode`)).json()).toMatchObject({
      locked: true,
    })
    await site.store.gatewayPins.unlock(SN)
  })

  test('its owner may not, and what is being replaced is not repaired', async () => {
    expect((await home('POST', device('/repair'))).status).toBe(403)
    await site.store.gateways.setState(SN, { replacementInProgress: true })
    const refused = await admin('POST', device('/repair'))
    expect([refused.status, refused.json()]).toMatchObject([409, [{ errorCode: 'GATEWAY_BUSY' }]])
    await site.store.gateways.setState(SN, { replacementInProgress: false })
  })

  test('Z-09 of twenty repairs at once one happens, and nothing else meanwhile', async () => {
    const slow = await quickSite({ reboot: 3_600_000 })
    try {
      const chief = await callerOf(slow, 'demo-admin')
      const marked = vi.spyOn(slow.store.gateways, 'setState')
      const answers = await Promise.all(Array.from({ length: 20 }, () => chief('POST', device('/repair'))))
      expect(answers.filter(({ status }) => status !== 202)).toEqual([])
      const other = await chief('POST', device('/factoryReset'), { serialNumber: SN })
      expect(other.status).toBe(409)
      // A repair marks its beginning, then takes the home down: by then, any other would have marked its own.
      await vi.waitFor(
        async () => expect((await slow.store.gateways.find(SN))?.connectionStatus).toBe('offline'),
        WAIT,
      )
      const begun = marked.mock.calls.filter(([, state]) => state.backupRestoreInProgress === true)
      expect(begun).toHaveLength(1)
    } finally {
      await slow.close()
    }
  })

  test('a repair that the server did not live to end is brought to its end by the next start', async () => {
    const slow = await quickSite({ reboot: 3_600_000 })
    const chief = await callerOf(slow, 'demo-admin')
    await chief('POST', device('/repair'))
    await vi.waitFor(
      async () => expect((await slow.store.gateways.find(SN))?.connectionStatus).toBe('offline'),
      WAIT,
    )
    await slow.stop()
    const again = await quickSite({}, {}, slow.data)
    await settled(again)
    expect(await recordOf(again)).toMatchObject({
      connectionStatus: 'online',
      backupRestoreInProgress: false,
    })
    await again.close()
  })
  describe('one that is a process of its own', () => {
    const OWN = 'BOARD-R'
    const ready = async (on: Site) => {
      await on.store.gateways.create({
        _id: 'board-r',
        serialNumber: OWN,
        name: 'Board',
        model: 'DOC400',
        userId: 'demo-home',
        connectionStatus: 'offline',
        operationMode: 0,
        subscriptionLockMode: 0,
      })
      await on.store.gateways.setState(OWN, {
        firmwareUpgradeInProgress: true,
        backupRestoreInProgress: true,
      })
    }
    const over = { firmwareUpgradeInProgress: false, backupRestoreInProgress: false }

    test('and is offline cannot be started anew; what was left half done is over', async () => {
      await ready(site)
      const refused = await admin('POST', device('/repair', OWN))
      expect([refused.status, refused.json()]).toMatchObject([409, [{ errorCode: 'GATEWAY_OFFLINE' }]])
      expect(await recordOf(site, OWN)).toMatchObject({ connectionStatus: 'offline', ...over })
    })

    test('and does not answer has failed to be repaired, and its people hear so', async () => {
      const listener = await Listener.of(site, 'demo-home')
      await site.store.gateways.setConnectionStatus(OWN, 'online', site.now)
      expect((await admin('POST', device('/repair', OWN))).status).toBe(202)
      const told = await listener.heard('backup_progress', 2)
      expect(told.map(({ data }) => data)).toEqual([
        { serialNumber: OWN, status: 'inProgress' },
        { serialNumber: OWN, status: 'backupFailed' },
      ])
      await settled(site, OWN)
      expect(await recordOf(site, OWN)).toMatchObject(over)
    })
  })
})
