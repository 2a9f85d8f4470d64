import { expect, test, vi } from 'vitest'
import { Observable } from '#lib/observable.ts'
import { OpenAlarms } from './open-alarms.ts'

/** A server that answers when it is told to, and the channel's events. */
function counter() {
  const questions: { input: unknown; answer(notReacted: number): void; fail(): void }[] = []
  const ears = new Set<(event: string) => void>()
  const reconnects = new Set<() => void>()
  const open = new Observable(0)
  const call = (_operation: string, input: unknown) =>
    new Promise((resolve, reject) =>
      questions.push({
        input,
        answer: (notReacted) => resolve({ data: [{ notReacted }, { notReacted: 1 }] }),
        fail: () => reject(new Error('away')),
      }),
    )
  const listening =
    <T>(all: Set<T>) =>
    (one: T) => {
      all.add(one)
      return () => void all.delete(one)
    }
  const alarms = new OpenAlarms({
    http: { call: call as never },
    open,
    hear: listening(ears),
    opened: listening(reconnects),
  })
  return {
    ...{ alarms, questions, open },
    tell: (event: string) => ears.forEach((hear) => void hear(event)),
    reconnect: () => reconnects.forEach((then) => void then()),
  }
}

// 3.4-028 3.4-029 3.4-033 3.4-034
test('what nobody has answered is counted at the start, at each event, and after a gap in the channel', async () => {
  const { alarms, questions, open, tell, reconnect } = counter()
  const end = alarms.watch('G1')
  expect(questions.map(({ input }) => input)).toEqual([{ serialNumber: 'G1' }])
  questions[0]?.answer(3)
  await vi.waitFor(() => expect(open.current()).toBe(4))
  tell('device_status_changed')
  expect(questions).toHaveLength(1)
  tell('user_alarm_notification_updated')
  expect(questions).toHaveLength(2)
  tell('user_alarm_notification_created')
  tell('user_alarm_notification_created')
  questions[1]?.answer(2)
  await vi.waitFor(() => expect(questions).toHaveLength(3))
  questions[2]?.fail()
  await vi.waitFor(() => expect(open.current()).toBe(3))
  reconnect()
  expect(questions).toHaveLength(4)
  end()
  expect(open.current()).toBe(0)
  questions[3]?.answer(7)
  await Promise.resolve()
  expect(open.current()).toBe(0)
})

test('the count of a gateway that was left is not shown for the next one', async () => {
  const { alarms, questions, open } = counter()
  alarms.watch('G1')()
  alarms.watch(undefined)
  expect(questions[1]?.input).toEqual({})
  questions[1]?.answer(1)
  questions[0]?.answer(8)
  await vi.waitFor(() => expect(open.current()).toBe(2))
  await Promise.resolve()
  expect(open.current()).toBe(2)
})
