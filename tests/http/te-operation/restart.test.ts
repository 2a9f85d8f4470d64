import { expect, test } from 'vitest'
import { callerOf } from '../gateway-kit.ts'
import { readyGateways } from '../jobs-kit.ts'
import { Site, silent } from '../kit.ts'
import { tasksOf, until } from './operations-kit.ts'

/** As if the server had been killed after it had sent a command, and before the answer was kept. */
async function interrupted(site: Site, command: string, payload: object): Promise<string> {
  const { store, now } = site
  const [subject = ''] = await readyGateways(site, 1)
  const id = `killed-${command}`
  await store.jobs.begin(
    {
      ...{ id, kind: 'operation', title: command, begunBy: 'demo-admin', createdAt: now },
      facts: { command, payload, userInitiated: 'Somebody', waitDays: 0 },
      plan: { concurrency: 1, retries: 0, waveGap: 0 },
    },
    [{ id: `${id}-task`, subject, wave: 0 }],
  )
  const [task] = await store.jobs.claim(id, { wave: 0, now, until: now + 60_000, limit: 1 })
  if (!task) throw new Error('nothing to claim')
  await store.jobs.note(task, { sent: task.asked })
  return id
}

test('after a kill a command that changes something is not sent again by itself; one that only looks is', async () => {
  const first = await Site.open()
  const changing = await interrupted(first, 'add_floor', { floor_name: 'Twice' })
  const looking = await interrupted(first, 'ping', {})
  await first.stop()

  const second = await Site.open({}, silent, undefined, {}, first.data)
  try {
    const admin = await callerOf(second, 'demo-admin')
    expect(await until(admin, changing)).toMatchObject({ status: 'Failed', canRetry: true })
    expect(await tasksOf(admin, changing)).toMatchObject([{ errorFeedback: { code: 'INTERRUPTED' } }])
    expect(await until(admin, looking)).toMatchObject({ status: 'Completed' })
    // Whoever has looked, and asks for it once more, gets it.
    await admin('POST', `/te_operation/retry/${changing}`)
    expect(await until(admin, changing)).toMatchObject({ status: 'Completed' })
  } finally {
    await second.close()
  }
})
