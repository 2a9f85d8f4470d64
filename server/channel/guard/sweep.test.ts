import { expect, test } from 'vitest'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import type { ConnectionRegistry } from '../connection-registry.ts'
import type { Connection } from '../wire/connection.ts'
import { sweep } from './sweep.ts'

const crowd = (size: number): Connection[] =>
  Array.from({ length: size }, (_, at) => ({ at }) as unknown as Connection)

function swept(present: Connection[]) {
  const clock = new TestClock()
  const looked: Connection[] = []
  const stop = sweep(clock, { all: () => present } as ConnectionRegistry, (connection) =>
    looked.push(connection),
  )
  return { clock, looked, stop }
}

test('A-11 a household is looked at each second, each of them once', async () => {
  const present = crowd(3)
  const { clock, looked } = swept(present)
  await clock.pass(999)
  expect(looked).toEqual([])
  await clock.pass(1)
  expect(looked).toEqual(present)
  await clock.pass(1000)
  expect(looked).toHaveLength(6)
})

test('A-11 of a crowd two hundred are looked at each second, in turn', async () => {
  const present = crowd(300)
  const { clock, looked } = swept(present)
  await clock.pass(1000)
  expect(looked).toEqual(present.slice(0, 200))
  await clock.pass(1000)
  expect(looked.slice(200)).toEqual([...present.slice(200), ...present.slice(0, 100)])
})

test('A-11 whoever comes later is looked at too', async () => {
  const present: Connection[] = []
  const { clock, looked } = swept(present)
  await clock.pass(3000)
  present.push(...crowd(1))
  await clock.pass(1000)
  expect(looked).toEqual(present)
})

test('A-11 nobody is looked at once it was stopped, before the first round or after one', async () => {
  const early = swept(crowd(1))
  early.stop()
  await early.clock.pass(5000)
  expect(early.looked).toEqual([])
  const late = swept(crowd(1))
  await late.clock.pass(2000)
  late.stop()
  await late.clock.pass(5000)
  expect(late.looked).toHaveLength(2)
})
