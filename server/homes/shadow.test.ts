import { afterEach, expect, test, vi } from 'vitest'
import type { Asker } from './asker.ts'
import { Shadow } from './shadow.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('M-04 a gateway that takes long to read is read at most a tenth of the time, however often it changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  let asked = 0
  const asker = {
    giveUp: () => undefined,
    ask: async () => undefined,
    request: async () => {
      asked++
      return { id: 'a', code: 0, message: 'OK', data: { objects: [] } }
    },
  } as unknown as Asker
  // What is described anew takes its time: here 100 ms, in which nothing else is done.
  const shadow = new Shadow('A-1', asker, {
    described: () => void vi.advanceTimersByTime(100),
    scenes: () => undefined,
  })
  const changes = () => shadow.event({ event: 'device_removed', at: '2026-11-27T00:00:00Z', data: {} })

  shadow.listens()
  await shadow.known()
  expect(asked).toBe(1)
  changes()
  await vi.advanceTimersByTimeAsync(850)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toBe(2)
  // One that has not changed for so long is asked at once.
  await shadow.known()
  await vi.advanceTimersByTimeAsync(2000)
  changes()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(3)
})

test('scenes are asked for once somebody follows them, and again when one changes; runs and orders ask for nothing', async () => {
  const asked: string[] = []
  const asker = {
    giveUp: () => undefined,
    ask: async (_sn: string, command: string) => {
      asked.push(command)
      return command === 'get_rules' ? { rules: [] } : undefined
    },
    request: async (_sn: string, command: string) => {
      asked.push(command)
      return { id: 'a', code: 0, message: 'OK', data: { objects: [] } }
    },
  } as unknown as Asker
  const scenes = vi.fn()
  const shadow = new Shadow('A-1', asker, { described: () => undefined, scenes })
  const hears = (event: string) => shadow.event({ event, at: '2026-11-27T00:00:00Z', data: {} })
  const since = async () => {
    await new Promise((turn) => setTimeout(turn, 50))
    return asked.splice(0).toSorted()
  }

  shadow.listens()
  expect(await since()).toEqual(['get_layout', 'get_object_list_by_type_detailed'])
  hears('scenario_changed')
  hears('rule_run_changed')
  hears('order_ended')
  expect(await since()).toEqual([])
  shadow.followRules()
  shadow.followRules()
  expect(await since()).toEqual(['get_rules'])
  hears('rule_run_changed')
  expect(await since()).toEqual([])
  hears('scenario_changed')
  expect(await since()).toEqual(['get_rules'])
  expect(scenes).toHaveBeenCalledTimes(2)
  // Away and back: whatever it did meanwhile.
  shadow.lost()
  shadow.listens()
  expect(await since()).toEqual(['get_layout', 'get_object_list_by_type_detailed', 'get_rules'])
})
