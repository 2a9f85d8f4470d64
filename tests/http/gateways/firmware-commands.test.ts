import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Response } from '#schemas/generated/channel.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { FirmwareUpgrades } from '#server/gateways/firmware.ts'
import { UpdateWatch } from '#server/gateways/updates/update-watch.ts'
import { WAIT } from '../../channel/peer.ts'
import { Listener, quickSite, recordOf, settled } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await quickSite()
})
afterAll(() => site.close())

const choice = { gatewayID: 'demo-gateway', campaignID: 'autumn-doc400' }

/** Somebody who asks over the channel. */
async function askerOf(userId: string) {
  const listener = await Listener.of(site, userId, SN)
  return {
    listener,
    ask: async (command: string, params: unknown = {}): Promise<Response> =>
      (await listener.ask(SN, command, params)) as Response,
  }
}

describe('firmware over the channel of a gateway', () => {
  beforeEach(async () => {
    await settled(site)
    await site.store.gateways.setState(SN, { currentFWVersion: '4.21.3' })
  })

  // 3.7-048
  test('check_upgrade tells what is newer, in the language of whoever asks', async () => {
    const { ask } = await askerOf('demo-guest')
    await site.store.accounts.setLanguage('demo-guest', 'ch_EN')
    expect(await ask('check_upgrade')).toMatchObject({
      code: 0,
      data: {
        campaignID: 'autumn-doc400',
        softwareVersion: '4.22.0',
        description: expect.stringMatching(/^Faster start/),
      },
    })
    await site.store.accounts.setLanguage('demo-guest', 'ch_DE')
    expect((await ask('check_upgrade')).data).toMatchObject({
      description: expect.stringMatching(/^Startet schneller/),
    })
    await site.store.gateways.setState(SN, { currentFWVersion: '4.22.0' })
    expect(await ask('check_upgrade')).toMatchObject({ code: 404, message: 'NO_FIRMWARE_UPGRADE' })
  })

  // 3.7-049
  test('confirm_upgrade is for the owner, of this gateway and of what is offered; it begins the upgrade', async () => {
    const guest = await askerOf('demo-guest')
    expect(await guest.ask('confirm_upgrade', choice)).toMatchObject({ code: 403 })
    const { ask, listener } = await askerOf('demo-home')
    expect(await ask('confirm_upgrade', { ...choice, gatewayID: 'demo-nobody' })).toMatchObject({
      code: 404,
    })
    expect(await ask('confirm_upgrade', { ...choice, campaignID: 'nothing' })).toMatchObject({ code: 404 })
    expect(await ask('confirm_upgrade', { campaignID: 'autumn-doc400' })).toMatchObject({ code: 400 })
    expect((await recordOf(site)).firmwareUpgradeInProgress).not.toBe(true)
    expect(await ask('confirm_upgrade', choice)).toMatchObject({ code: 0, data: {} })
    await vi.waitFor(
      () => expect(listener.own('firmware_progress').at(-1)?.data).toMatchObject({ status: 'installed' }),
      WAIT,
    )
    await settled(site)
    expect((await recordOf(site)).currentFWVersion).toBe('4.22.0')
    await vi.waitFor(async () => {
      const rows = await site.store.audit.list({ gateway: SN, limit: 20 })
      expect(rows.filter(({ what }) => what === 'confirm_upgrade').map(({ result }) => result)).toContain(
        'ok',
      )
    }, WAIT)
  })

  test('while it is upgraded nothing else begins', async () => {
    const { ask } = await askerOf('demo-home')
    await site.store.gateways.setState(SN, { firmwareUpgradeInProgress: true })
    expect(await ask('confirm_upgrade', choice)).toMatchObject({
      code: 409,
      message: 'The firmware is being upgraded',
    })
    await site.store.gateways.setState(SN, { firmwareUpgradeInProgress: false })
  })

  // 3.1-007
  test('a window that has opened begins the upgrade, where there is one and nothing keeps it', async () => {
    const begin = vi.fn(async () => undefined)
    const firmware = new FirmwareUpgrades({ store: site.store } as never)
    const watch = new UpdateWatch()
    const begun: Promise<void>[] = []
    watch.tell((serialNumber) => {
      begun.push(firmware.automatically({ begin } as never, serialNumber))
    })
    const opens = async (event = 'automatic_update_due') => {
      watch.event({ serialNumber: SN } as never, { event, at: '', data: {} })
      await Promise.all(begun)
    }
    await opens('scenario_changed')
    await site.store.gateways.setState(SN, { operationMode: 2 })
    await opens()
    await site.store.gateways.setState(SN, { operationMode: 0, currentFWVersion: '4.22.0' })
    await opens()
    expect([begun.length, begin.mock.calls]).toEqual([2, []])
    await site.store.gateways.setState(SN, { currentFWVersion: '4.21.3' })
    await opens()
    expect(begin).toHaveBeenCalledExactlyOnceWith(
      SN,
      'firmware',
      expect.objectContaining({ campaignId: 'autumn-doc400', version: '4.22.0' }),
    )
  })

  test('only whoever may install firmware says when it comes by itself', async () => {
    const { ask } = await askerOf('demo-guest')
    const owner = await askerOf('demo-home')
    const window = {
      device_id: SN,
      service_name: 'OtaControllerService',
      property_name: 'AutoUpdateStartTime',
      property_value: '02:00',
    }
    await site.store.people.setSubrole('demo-guest', 'operator')
    await vi.waitFor(
      async () =>
        expect(await ask('set_service_property_value', window)).toMatchObject({
          code: 403,
          message: 'You may not do this',
        }),
      WAIT,
    )
    expect(await owner.ask('set_service_property_value', window)).toMatchObject({ code: 0 })
    expect(await owner.ask('set_service_property_value', { ...window, property_value: '' })).toMatchObject({
      code: 0,
    })
    await site.store.people.setSubrole('demo-guest', undefined)
  })
})
