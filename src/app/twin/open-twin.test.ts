import { expect, test, vi } from 'vitest'
import rules from '#catalogue/rules/twin.json'
import { screens } from '#data/all-screens.ts'
import { createHttp, Loading } from '#data/http.ts'
import { commands } from '#gateway/core/commands.ts'
import { calls } from '#schemas/generated/api/calls.js'
import asyncapi from '../../../schemas/channel/asyncapi.json'
import { mayLeave, place } from './open-twin.ts'

vi.mock('#live/channel/start-worker.ts', () => ({ startTwinWorker: () => undefined }))
vi.mock('../home/live.ts', () => ({ takeWay: () => undefined }))

const messages: Readonly<Record<string, { 'x-kind': string; 'x-answered-by'?: string }>> =
  asyncapi.components.messages
const described = Object.entries(messages).flatMap(([name, message]) =>
  message['x-kind'] === 'command' ? [name] : [],
)

test('there is something to walk', () => {
  expect(Object.keys(calls).length).toBeGreaterThan(250)
  expect(described.length).toBeGreaterThan(80)
})

test('no call that changes anything, or knows of a gateway, leaves a twin; whatever is added later stays as well', async () => {
  const left: string[] = []
  const http = createHttp({
    ...{ base: 'https://gatehouse.example/api', sessionId: () => 's', language: () => 'ch_DE' },
    ...{ loading: new Loading(), started: () => undefined, timeout: 5000, leave: mayLeave },
    fetch: async (request) => {
      left.push(request.url)
      return Response.json({})
    },
  })
  const open: string[] = []
  for (const name of Object.keys(calls))
    await http.send(name, { params: { sn: 'GW1' }, body: {} }).then(
      () => open.push(name),
      (error: unknown) => expect(error).toMatchObject({ code: 'IN_TWIN' }),
    )
  expect(open.sort()).toEqual([...rules.operations].sort())
  expect(left).toHaveLength(open.length)
  for (const name of open) {
    expect(calls[name]?.method).toBe('get')
    expect(`${calls[name]?.path} ${calls[name]?.inQuery}`).not.toMatch(/\{sn\}|serial/i)
  }
})

test('each command is answered by the core in the page, or not offered there', () => {
  for (const name of described)
    expect([name, Object.hasOwn(commands, name) !== place.forbidden.commands.has(name)]).toEqual([name, true])
})

test('what is closed is told to whoever draws buttons, and what is open is not', () => {
  expect(place.forbidden.operations.has('restoreBackup')).toBe(true)
  for (const name of rules.operations) expect(place.forbidden.operations.has(name)).toBe(false)
})

test('the screens of a twin are screens of a home that need nothing of a server', () => {
  for (const id of rules.screens) {
    expect([id, screens.get(id)?.access?.gateway]).toEqual([id, true])
    const { operations = [], commands: needed = [] } = screens.get(id)?.access?.needs ?? {}
    expect([id, operations.filter((name) => place.forbidden.operations.has(name))]).toEqual([id, []])
    expect([id, needed.filter((name) => place.forbidden.commands.has(name))]).toEqual([id, []])
  }
  expect(rules.screens).toContain(rules.first)
})

test('parts that ask a server for what the gateway did are left out, and others stay', () => {
  const all = { deviceCourse: 1, today: 2, readingCourse: 3 }
  expect(place.blocks(all)).toEqual({ today: 2 })
})
