import { expect, test } from 'vitest'
import { homeWith, MemoryStore } from '../kit.ts'

// 2.7-084
test('3.7-197 a gateway of its own keeps the table of alarms that the server sends, also over a restart', async () => {
  const store = new MemoryStore()
  const first = await homeWith([], { store })
  expect((await first.ask('get_alarm_table', {})).data).toEqual({ alarms: [] })
  const alarms = [{ alarmId: 1010, alarm: [{ name: 'Smoke', lang: 'en_EN' }] }]
  expect((await first.ask('alarm_table', { alarms })).data).toEqual({ alarms: 1 })
  expect((await first.ask('get_alarm_table', {})).data).toEqual({ alarms })
  const second = await homeWith([], { store })
  expect((await second.ask('get_alarm_table', {})).data).toEqual({ alarms })
})
