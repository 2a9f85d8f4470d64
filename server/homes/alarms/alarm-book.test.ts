import { expect, test } from 'vitest'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { AlarmBook } from './alarm-book.ts'

// 3.6-027 1.9-032
test('gateways are sent the table of alarms from firmware 430 on, when it changed and when they come', async () => {
  const versions: Readonly<Record<string, string | undefined>> = {
    ...{ old: '4.2.9', just: '4.3.0', later: '4.21.3', silent: undefined },
  }
  const marks = new Map<string, number>()
  const tables = new Map<string, number | undefined>()
  const parts = {
    store: {
      alarms: { seed: async () => undefined, list: async () => ({ data: [], count: 0 }) },
      alarmTables: {
        sent: async (serialNumber: string, at: number | undefined) => void tables.set(serialNumber, at),
      },
      gateways: {
        some: async (all: readonly string[]) =>
          all.map((serialNumber) => ({ serialNumber, currentFWVersion: versions[serialNumber] }) as Gateway),
      },
      marks: {
        since: async (name: string) => marks.get(name),
        put: async (name: string, at: number) => void marks.set(name, at),
      },
    },
    broker: { connectedUsers: () => [], publishToUser: () => undefined, publishToAdmins: () => undefined },
    now: () => 1,
  } as unknown as Parameters<typeof AlarmBook.open>[0]
  const book = await AlarmBook.open(parts, {
    alarms: [],
    escalationTimes: [],
    repeats: [0, 0, 1, 5],
  } as never)
  const sent: string[] = []
  marks.set('alarms', 7)
  book.serve({
    online: () => Object.keys(versions),
    send: async (serialNumber) => {
      sent.push(serialNumber)
      return serialNumber !== 'silent'
    },
  })
  expect(await book.refresh()).toEqual({ gateways: 3, taken: 2 })
  expect(sent.splice(0)).toEqual(['just', 'later', 'silent'])
  expect([...tables]).toEqual([
    ['just', 7],
    ['later', 7],
    ['silent', undefined],
  ])
  for (const one of ['old', 'just']) await book.came(one)
  expect(sent).toEqual(['just'])
})
