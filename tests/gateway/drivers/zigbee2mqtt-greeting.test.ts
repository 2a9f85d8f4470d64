import { describe, expect, test } from 'vitest'
import { bridgedHome } from '../zigbee2mqtt-kit.ts'

const info = (homeassistant: unknown) => ({ version: '2.14.1', config: { homeassistant } })
const said = ({ mqtt }: Awaited<ReturnType<typeof bridgedHome>>) =>
  mqtt.published.filter(({ payload }) => payload === 'online').map(({ topic }) => topic)

describe('a bridge that is met', () => {
  test('is asked once for all states that it knows, where it listens to that', async () => {
    const home = await bridgedHome()
    const on = info({ enabled: true, status_topic: 'homeassistant/status' })
    await home.says('bridge/state', { state: 'online' })
    await home.says('bridge/info', on)
    await home.says('bridge/info', on)
    expect(said(home)).toEqual(['homeassistant/status'])
  })

  test('is asked again when it was away', async () => {
    const home = await bridgedHome()
    const on = info({ enabled: true, status_topic: 'ha/status' })
    await home.says('bridge/state', { state: 'online' })
    await home.says('bridge/info', on)
    await home.says('bridge/state', { state: 'offline' })
    await home.says('bridge/state', { state: 'online' })
    await home.says('bridge/info', on)
    expect(said(home)).toEqual(['ha/status', 'ha/status'])
  })

  test.each([
    [{ enabled: false, status_topic: 'homeassistant/status' }],
    [{ enabled: true }],
    [{ enabled: true, status_topic: '#' }],
    [{ enabled: true, status_topic: '$SYS/x' }],
    [{ enabled: true, status_topic: 'a'.repeat(999) }],
    [undefined],
    ['yes'],
  ])('is asked nothing where it says %j', async (homeassistant) => {
    const home = await bridgedHome()
    await home.says('bridge/state', { state: 'online' })
    await home.says('bridge/info', info(homeassistant))
    expect(said(home)).toEqual([])
  })
})
