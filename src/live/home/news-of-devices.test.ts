import { expect, test } from 'vitest'
import type { DeviceFacts } from '../channel/protocol.ts'
import { NewsOfDevices } from './news-of-devices.ts'

const facts = (id: string, status: DeviceFacts['status'] = 2): DeviceFacts => ({
  id,
  name: id,
  model: 'X',
  status,
  networkType: 'virtual',
})
const one = (...facts: DeviceFacts[]) => ({ all: false, facts, removed: [] })
const gone = (...removed: string[]) => ({ all: false, facts: [], removed })

test('is told once, and of each device the newest', () => {
  const news = new NewsOfDevices()
  news.add(one(facts('a'), facts('b')))
  news.add(one(facts('a', 5)))
  expect(news.empty).toBe(false)
  expect(news.take()).toEqual({ all: false, facts: [facts('a', 5), facts('b')], removed: [] })
  expect([news.empty, news.take()]).toEqual([true, undefined])
})

test('what was removed and came back is there, and what came and was removed is gone', () => {
  const news = new NewsOfDevices()
  news.add(gone('a'))
  news.add(one(facts('a'), facts('b')))
  news.add(gone('b'))
  expect(news.take()).toEqual({ all: false, facts: [facts('a')], removed: ['b'] })
})

test('all devices take the place of what was told before, also when there are none', () => {
  const news = new NewsOfDevices()
  news.add(one(facts('a')))
  news.add({ all: true, facts: [], removed: [] })
  expect(news.empty).toBe(false)
  news.add(one(facts('c')))
  expect(news.take()).toEqual({ all: true, facts: [facts('c')], removed: [] })
})
