import { expect, test } from 'vitest'
import { opensAt } from '#server/jobs/window.ts'
import { callerOf } from '../gateway-kit.ts'
import { readyGateways } from '../jobs-kit.ts'
import { Site, silent } from '../kit.ts'
import { away, begin, over, read, tasksOf, until } from './bulk-kit.ts'

const ZONE = 'Europe/Zurich'
const HOUR = 3_600_000

/** The hour of the clocks of the demo's homes, so many from now. */
const hour = (now: number, later: number): string =>
  new Intl.DateTimeFormat('de-CH', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now + later * HOUR)

test('3.3-105 a bulk operation waits for the maintenance window of each home, canaries first, over a restart', async () => {
  const first = await Site.open()
  const admin = await callerOf(first, 'demo-admin')
  const devices = await readyGateways(first, 3)
  const window = `${hour(first.now, 2)}-${hour(first.now, 4)}`
  const opens = opensAt(window, first.now, ZONE) ?? 0
  for (const wrong of ['22:00-22:00', '24:00-05:00', '22:00', '9:00-10:00']) {
    const body = { operation_name: 'Wrong', content: away, userId: 'demo-admin', devices }
    const answer = await admin('POST', '/bom/campaign/create', {
      ...body,
      campaignOptions: { window: wrong },
    })
    expect([answer.status, wrong]).toEqual([400, wrong])
  }
  const [canary = ''] = devices
  const id = await begin(admin, away, devices, { window, canaries: [canary] })
  const isHeld = async () =>
    (await tasksOf(admin, id)).find(({ device }) => device === canary)?.taskOptions.status === 'window'
  await expect.poll(isHeld, { timeout: 20_000 }).toBe(true)
  const held = await tasksOf(admin, id)
  // Nobody else is asked before the canary has had it.
  expect(held.map(({ taskOptions }) => taskOptions.status).toSorted()).toEqual([
    'waiting',
    'waiting',
    'window',
  ])
  const waits = held.find(({ device }) => device === canary)
  expect(waits).toMatchObject({ opensAt: new Date(opens).toISOString(), triedCounter: 0 })
  expect(waits?.errorFeedback).toBeUndefined()
  expect(await read(admin, id)).toMatchObject({
    ...{ campaignOptions: { window }, finishTaskCount: 0, causes: [] },
  })
  await first.stop()

  const second = await Site.open({}, silent, undefined, {}, first.data)
  try {
    const again = await callerOf(second, 'demo-admin')
    expect((await tasksOf(again, id)).map(({ taskOptions }) => taskOptions.status).toSorted()).toEqual([
      ...['waiting', 'waiting', 'window'],
    ])
    second.pass(opens - second.now + 1000)
    // The clock was moved by hand: somebody has to look at it.
    await again('POST', `/bom/campaign/pause/${id}`)
    await again('POST', `/bom/campaign/resume/${id}`)
    expect(await until(again, id, over)).toMatchObject({
      status: 'Completed',
      taskCounters: { successful: 3, failed: 0 },
    })
  } finally {
    await second.close()
  }
})
