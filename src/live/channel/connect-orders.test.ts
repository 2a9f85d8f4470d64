import { describe, expect, test } from 'vitest'
import { home, level, page } from './fake-connection.ts'

describe('an order', () => {
  test('goes to the property that is meant, is accepted, confirmed by the gateway, and then quiet', async () => {
    const { live, orders, delivery, reports, ends, pass } = await home()
    live.link.subscribe(level, () => {})
    live.link.send(level, 50)
    expect(delivery()).toEqual({ phase: 'sending', wanted: 50 })
    await pass(10)
    expect(orders()).toMatchObject([
      { params: { device_id: 'd1', service_name: 'S', property_name: 'level', property_value: 50 } },
    ])
    expect(delivery()).toEqual({ phase: 'accepted', wanted: 50 })
    await reports(level, 50)
    expect(delivery()).toEqual({ phase: 'accepted', wanted: 50 })
    await ends('confirmed')
    expect(delivery()).toEqual({ phase: 'confirmed', wanted: 50 })
    await pass(2000)
    expect(delivery()).toEqual({ phase: 'reported' })
  })

  test('that the gateway refuses has failed, in the words of its code, and can be tried again', async () => {
    const { live, asked, orders, delivery, failures, pass } = await home({
      answer: ({ command }) =>
        command === 'set_service_property_value' ? { code: 423, message: 'locked' } : undefined,
    })
    live.link.send(level, 50)
    await pass(10)
    const now = delivery()
    expect(now).toMatchObject({ phase: 'failed', wanted: 50, reason: '423: locked' })
    expect(failures).toMatchObject([{ code: '423', message: 'locked' }])
    // What came of it is known: nobody is asked.
    expect(asked.map(({ command }) => command)).not.toContain('get_device_property')
    if (now.phase === 'failed') now.retry()
    await pass(10)
    expect(orders()).toHaveLength(2)
  })

  test('L-08 of which nobody knows what came is not called done, and the device is asked', async () => {
    const { live, asked, delivery, pass } = await home({
      answer: ({ command }) =>
        command === 'set_service_property_value' ? { code: 425, message: 'unknown' } : undefined,
    })
    live.link.send(level, 50)
    await pass(10)
    expect(delivery()).toMatchObject({ phase: 'failed', reason: '425: unknown' })
    expect(asked.at(-1)).toMatchObject({
      command: 'get_device_property',
      params: { device_id: 'd1', service_name: 'S', property_name: 'level' },
    })
  })

  test('is failed by the failure of its own request, by no other', async () => {
    const { live, delivery, ends, pass } = await home()
    live.link.send(level, 50)
    await pass(10)
    await ends('failed', 'another')
    expect(delivery()).toMatchObject({ phase: 'accepted' })
    await ends('failed')
    expect(delivery()).toMatchObject({ phase: 'failed', reason: '1: no ack' })
    live.link.dismiss(level)
    expect(delivery()).toEqual({ phase: 'reported' })
  })
})

describe('the end', () => {
  test('a call that is under way is told, the worker ends, and nothing is heard any more', async () => {
    const { live, ended, pass } = await home({
      answer: ({ command }) => (command === 'ping' ? {} : undefined),
    })
    const call = live.call('ping', {})
    const settled = expect(call).rejects.toMatchObject({ code: '-2' })
    await pass(10)
    live.close()
    await settled
    expect(ended()).toBe(true)
  })

  test('what a command answers is handed on, and events are told with where they come from', async () => {
    const { live, heard, happens, userHears, pass } = await home({
      answer: ({ command }) => (command === 'get_zones' ? { code: 0, data: { zones: [1] } } : undefined),
    })
    const answer = live.call('get_zones', {})
    await pass(10)
    expect(await answer).toEqual({ zones: [1] })
    await happens('room_added', { room_id: 'r' })
    await userHears('gateway_changed', { serialNumber: 'G' })
    expect(heard).toMatchObject([
      ['gateway', 'room_added', { room_id: 'r' }],
      ['user', 'gateway_changed', { serialNumber: 'G' }],
    ])
  })

  test('a session that the broker does not take is told once', async () => {
    const { hangsUp, refused, pass } = await home()
    hangsUp()
    await pass(100)
    expect(refused()).toBe(1)
  })

  test('a link that is lost is stale, and is tried again at once when the network is back', async () => {
    const { live, loses, pass } = await home()
    expect(live.home.link().state).toBe('live')
    loses()
    await pass(1)
    expect(live.home.link().state).toBe('stale')
    page.dispatchEvent(new Event('online'))
    await pass(50)
    expect(live.home.link().state).toBe('live')
    live.close()
  })

  test('a link that was lost while nobody looked is tried again as soon as somebody does', async () => {
    const { live, loses, pass } = await home()
    loses()
    Object.assign(document, { hidden: true })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(50)
    expect(live.home.link().state).toBe('stale')
    Object.assign(document, { hidden: false })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(50)
    expect(live.home.link().state).toBe('live')
    live.close()
  })
})
