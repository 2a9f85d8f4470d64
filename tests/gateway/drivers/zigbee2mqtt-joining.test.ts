import { describe, expect, test } from 'vitest'
import { settle } from '../test-clock.ts'
import { bridgedHome, session } from '../zigbee2mqtt-kit.ts'

const devices = JSON.parse(
  session.findLast(({ topic }) => topic === 'zigbee2mqtt/bridge/devices')?.payload ?? '[]',
) as Record<string, unknown>[]
const coordinator = devices.filter(({ type }) => type === 'Coordinator')
const lamp = devices.find(({ type }) => type !== 'Coordinator') ?? {}
const ieee = String(lamp.ieee_address)
const midway = { ...lamp, interview_state: 'IN_PROGRESS', interview_completed: false, interviewing: true }
const failed = { ...lamp, interview_state: 'FAILED', interview_completed: false, interviewing: false }

async function openHome() {
  const home = await bridgedHome()
  const { mqtt } = home
  mqtt.say('zigbee2mqtt/bridge/state', { state: 'online' })
  mqtt.say('zigbee2mqtt/bridge/groups', [])
  mqtt.say('zigbee2mqtt/bridge/devices', coordinator)
  await settle()
  const asked = (request: string) =>
    mqtt.published
      .filter(({ topic }) => topic === `zigbee2mqtt/bridge/request/${request}`)
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)
  /** The bridge does what it was asked last. */
  const answers = async (request: string, error?: string) => {
    await settle()
    const { transaction } = asked(request).at(-1) ?? {}
    mqtt.say(
      `zigbee2mqtt/bridge/response/${request}`,
      error ? { status: 'error', error, transaction, data: {} } : { status: 'ok', transaction, data: {} },
    )
    await settle()
  }
  const says = async (type: string, data: object) => {
    mqtt.say('zigbee2mqtt/bridge/event', { type, data: { ieee_address: ieee, ...data } })
    await settle()
  }
  const lists = async (...list: object[]) => {
    mqtt.say('zigbee2mqtt/bridge/devices', [...coordinator, ...list])
    await settle()
  }
  const open = async () => {
    const opening = home.ask('open_network', { type: 'inclusion', network: 'zigbee' })
    await answers('permit_join')
    return await opening
  }
  const named = (event: string) => home.events.filter((one) => one.event === event).map(({ data }) => data)
  return { ...home, asked, answers, says, lists, open, named }
}

describe('Zigbee2MQTT and devices that join', () => {
  test('the network of the bridge is really opened, for as long as is told, and closed', async () => {
    const { open, asked, answers, ask } = await openHome()
    expect(await open()).toMatchObject({ code: 0, data: { timeout: 180 } })
    expect(asked('permit_join')).toMatchObject([{ time: 180 }])
    await ask('close_network')
    await answers('permit_join')
    expect(asked('permit_join').at(-1)).toMatchObject({ time: 0 })
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })

  test('a device is found, interviewed, and only then added', async () => {
    const { open, says, lists, named, home } = await openHome()
    await open()
    await lists(midway)
    await says('device_joined', {})
    await says('device_interview', { status: 'started' })
    expect(home.devices()).toEqual([])
    await says('device_interview', { status: 'successful' })
    await lists(lamp)
    expect(named('adding_device_in_progress').map(({ status }) => status)).toEqual(['found', 'interviewing'])
    expect(named('device_added')).toEqual([{ device_id: ieee }])
    expect(named('pairing_progress')).toEqual([{ address: ieee, status: 'added', device_id: ieee }])
  })

  test('one whose interview fails is told as failed, and is listed with its error', async () => {
    const { open, says, lists, named, home } = await openHome()
    await open()
    await lists(midway)
    await says('device_joined', {})
    await says('device_interview', { status: 'failed' })
    await lists(failed)
    expect(named('event_adding_device_failed')).toMatchObject([{ address: ieee, code: 'INTERVIEW_FAILED' }])
    expect(home.devices()).toMatchObject([{ id: ieee, status: 4 }])
  })

  test('closing waits for an interview, but not for ever', async () => {
    const { open, says, lists, ask, answers, clock } = await openHome()
    await open()
    await says('device_joined', {})
    await lists(midway)
    await ask('close_network')
    await answers('permit_join')
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closing' })
    await clock.pass(30_000)
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })

  test('without the bridge nothing opens, and that is said', async () => {
    const { ask, mqtt } = await openHome()
    mqtt.say('zigbee2mqtt/bridge/state', { state: 'offline' })
    expect(await ask('open_network', { type: 'inclusion', network: 'zigbee' })).toMatchObject({ code: 503 })
    expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' })
  })

  test('a device that does not answer is removed by force; Zigbee knows no exclusion', async () => {
    const { lists, ask, asked, answers, home } = await openHome()
    await lists(lamp)
    expect(await ask('open_exclusion', { device_id: ieee })).toMatchObject({ code: 501 })
    const removal = ask('remove_failed_node', { device_id: ieee })
    await answers('device/remove', 'timeout')
    expect((await removal).code).not.toBe(0)
    expect(home.devices()).toHaveLength(1)
    const forced = ask('force_remove_node', { device_id: ieee })
    await answers('device/remove')
    expect(await forced).toMatchObject({ code: 0 })
    expect(asked('device/remove').map(({ force }) => force)).toEqual([false, true])
    expect(home.devices()).toEqual([])
  })
})
