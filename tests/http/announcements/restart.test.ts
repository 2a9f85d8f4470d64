import { expect, test } from 'vitest'
import { callerOf } from '../gateway-kit.ts'
import { Site, silent } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'
import { begun, somebody, something, until } from './announcements-kit.ts'

test('an announcement that waits goes on after a restart, and one that was interrupted tells nobody twice', async () => {
  const first = await Site.open()
  const [told, waiting] = [await somebody(first), await somebody(first)]
  await first.store.groups.create({ _id: 'both', groupName: 'Both', description: 'Both', at: first.now })
  const members = [told, waiting].map(({ id }) => ({ kind: 'user' as const, id }))
  await first.store.groups.add('both', members)
  const sendAt = new Date(first.now + 2000).toISOString()
  const { _id } = await begun(first, something({ filterType: 'group', filter: ['Both'], sendAt }))
  // As if the server had been killed between keeping the message and noting that it is kept.
  const message = { message: `announcement/${_id}/${told.id}`, channel: 'mail', userId: told.id } as const
  await first.store.outbox.put({
    ...{ id: `kept-${told.id}`, at: first.now, to: told.username, subject: 'Power cut', state: 'outbox' },
    ...{ ...message, target: `${told.id}-mail` },
  })
  await first.stop()

  const second = await Site.open({}, silent, undefined, {}, first.data)
  try {
    second.pass(2001)
    const admin = await callerOf(second, 'demo-admin')
    expect(await until(admin, _id)).toMatchObject({ taskCounters: { total: 2, successful: 2 } })
    const mailbox = new Mailbox(second)
    expect(await mailbox.to(told.username)).toHaveLength(1)
    expect(await mailbox.to(waiting.username)).toHaveLength(1)
  } finally {
    await second.close()
  }
})
